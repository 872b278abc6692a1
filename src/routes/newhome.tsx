import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#features/home/screens/home-screen.tsx'

// The specification's "separate router": here a separate route in the same route tree, with the same home page.
export const Route = createFileRoute('/newhome')({ component: HomeScreen })

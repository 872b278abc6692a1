import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#features/home/screens/home-screen.tsx'

// An old address that people have saved: the same home page.
export const Route = createFileRoute('/oldhome')({ component: HomeScreen })

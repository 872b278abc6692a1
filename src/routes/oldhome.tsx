import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#features/home/screens/home-screen.tsx'

// An address of old that people have kept: the same home page.
export const Route = createFileRoute('/oldhome')({ component: HomeScreen })

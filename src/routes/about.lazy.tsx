import { createLazyFileRoute } from '@tanstack/react-router'
import { AboutScreen } from '#features/content/screens/about-screen.tsx'

export const Route = createLazyFileRoute('/about')({ component: AboutScreen })

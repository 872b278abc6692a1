import { createLazyFileRoute } from '@tanstack/react-router'
import { GalleryScreen } from '#features/content/screens/gallery-screen.tsx'

export const Route = createLazyFileRoute('/gallery')({ component: GalleryScreen })

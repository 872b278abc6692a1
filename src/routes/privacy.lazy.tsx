import { createLazyFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '#features/content/screens/legal-screen.tsx'

export const Route = createLazyFileRoute('/privacy')({ component: () => <LegalScreen name="privacy_page" /> })

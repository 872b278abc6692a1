import { createLazyFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '#features/content/screens/legal-screen.tsx'

export const Route = createLazyFileRoute('/terms')({ component: () => <LegalScreen name="terms_page" /> })

import { createLazyFileRoute } from '@tanstack/react-router'
import { ThankYouScreen } from '#features/physical-cards/screens/thank-you-screen.tsx'

export const Route = createLazyFileRoute('/_kit/thankyou')({ component: ThankYouScreen })

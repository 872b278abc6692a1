import { createLazyFileRoute } from '@tanstack/react-router'
import { SendCardScreen } from '#features/card-orders/screens/send-card-screen.tsx'

export const Route = createLazyFileRoute('/_kit/sendcard')({ component: SendCardScreen })

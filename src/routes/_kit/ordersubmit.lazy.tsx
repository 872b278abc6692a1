import { createLazyFileRoute } from '@tanstack/react-router'
import { ConfirmationScreen } from '#features/orders/screens/confirmation-screen.tsx'

export const Route = createLazyFileRoute('/_kit/ordersubmit')({ component: ConfirmationScreen })

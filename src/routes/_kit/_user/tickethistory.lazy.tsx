import { createLazyFileRoute } from '@tanstack/react-router'
import { TicketHistoryScreen } from '#features/orders/screens/ticket-history-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/tickethistory')({ component: TicketHistoryScreen })

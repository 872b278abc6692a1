import { createLazyFileRoute } from '@tanstack/react-router'
import { TicketScreen } from '#features/orders/screens/ticket-screen.tsx'

export const Route = createLazyFileRoute('/_kit/ticket/$ticketId')({ component: Ticket })

function Ticket() {
  const { ticketId } = Route.useParams()
  return <TicketScreen key={ticketId} ticketId={ticketId} action={Route.useSearch().action} />
}

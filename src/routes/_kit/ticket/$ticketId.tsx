import { createFileRoute } from '@tanstack/react-router'

type TicketSearch = { action?: 'checkin' }

export const Route = createFileRoute('/_kit/ticket/$ticketId')({
  validateSearch: (search: Record<string, unknown>): TicketSearch =>
    search['action'] === 'checkin' ? { action: 'checkin' } : {},
})

import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { formatPhone } from '#contract/rules/contact.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { keys } from '#lib/query/keys.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { Button } from '#lib/ui/button.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { OrderSummary } from '#lib/ui/order-summary.tsx'

/** `/ordersubmit`: the order's number, what was ordered, and what happens next. From the device, so it opens without a signal, too. */
export function ConfirmationScreen() {
  const { load, facts } = usePortal()
  const query = useQuery({
    queryKey: keys.placedOrder(facts.host.locationId),
    queryFn: async () => (await (await load()).findLastPlaced()) ?? null,
    staleTime: 0,
  })
  if (query.isPending || (query.isFetching && !query.data)) {
    return (
      <div className="container">
        <PageHead title="Your order" />
        <Skeleton count={3} shape="row" />
      </div>
    )
  }
  // No stored ticket: back to /order (specification §2).
  if (!query.data) return <Navigate to="/order" replace />
  return <Confirmation ticket={query.data.ticket} />
}

function Confirmation({ ticket }: { ticket: TicketOrder }) {
  const navigate = useNavigate()
  const view = viewTicket(
    { draftId: '', locationId: '', principal: '', lineIds: {}, refusals: [], updatedAt: 0, ticketId: ticket.id, snapshot: ticket },
    [],
    undefined,
  )
  const message = ticket.success_message
  return (
    <>
      <PageHead title={message?.header ?? 'Thank you'} lead={message?.message} />
      <TwoColumns
        main={
          <>
            <Box>
              <Text color="muted">Order number</Text>
              <chakra.p
                className="price"
                fontFamily="display"
                fontWeight="var(--h-display-weight)"
                fontSize="head"
                lineHeight="1.1"
                data-order-number
              >
                {ticket.name}
              </chakra.p>
            </Box>
            {ticket.status === 'Queued' && (
              <Banner tone="note" header="In line" messages={['The kitchen starts on it in time for when you want it.']} />
            )}
            <Facts ticket={ticket} />
            <Box>
              <Button onClick={() => void navigate({ to: '/' })}>Return Home</Button>
            </Box>
          </>
        }
        aside={<OrderSummary view={view} withLines />}
      />
    </>
  )
}

function Facts({ ticket }: { ticket: TicketOrder }) {
  const address = [ticket.recipient_address, ticket.recipient_address2, ticket.recipient_city, ticket.recipient_state, ticket.recipient_zip].filter(
    (part) => part,
  )
  const vehicle = [ticket.vehicle_color, ticket.vehicle_make, ticket.vehicle_model, ticket.vehicle_license].filter((part) => part)
  const facts = [
    ['How', ticket.use_delivery ? 'Delivery' : 'Curbside pickup'],
    ['When', [ticket.ready_date_display, ticket.ready_time_display].filter((part) => part).join(', ') || 'As soon as it is ready'],
    ['For', `${ticket.recipient_first_name ?? ''} ${ticket.recipient_last_name ?? ''}`.trim()],
    ['Phone', formatPhone(ticket.recipient_phone ?? '')],
    ['Where to', ticket.use_delivery ? address.join(', ') : ''],
    ['Car', ticket.use_delivery ? '' : vehicle.join(' ')],
    ['Note', ticket.recipient_comment ?? ''],
    ['Paid', ticket.payments.map((payment) => `${payment.display_name} ${payment.display_amount}`).join(', ')],
  ].filter(([, text]) => text !== '')
  return (
    <chakra.dl display="grid" gap="3" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="6">
      {facts.map(([name, text]) => (
        <Box key={name} display="contents">
          <chakra.dt color="muted">{name}</chakra.dt>
          <dd>{text}</dd>
        </Box>
      ))}
    </chakra.dl>
  )
}

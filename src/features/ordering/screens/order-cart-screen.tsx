import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { isFinished } from '#contract/rules/ticket.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import type { ViewLine } from '#lib/sync/ticket-view.ts'
import { Button } from '#lib/ui/button.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { OrderSummary } from '#lib/ui/order-summary.tsx'
import { CartLine } from '../components/cart-line.tsx'
import { RefusedChanges } from '../components/refused-changes.tsx'
import { changeQuantity, removeLine } from '../commands.ts'

/** `/ordercart` (REVIEW ORDER): the lines, their quantities, the totals, and the way on. */
export function OrderCartScreen() {
  const { load } = usePortal()
  const ticket = useTicket()
  const navigate = useNavigate()
  const quantity = useMutation({ mutationFn: async ({ line, to }: { line: ViewLine; to: number }) => await changeQuantity(await load(), line, to) })
  const removal = useMutation({ mutationFn: async (lineId: string) => await removeLine(await load(), lineId) })
  if (ticket.state === 'loading') return <CartSkeleton />
  // No ticket order: back to / (specification §2).
  if (ticket.state === 'none' || (ticket.state === 'active' && isFinished(ticket.view.status))) return <Navigate to="/" replace />
  if (ticket.state === 'unreadable') return <UnreadableTotals />
  const { view, row } = ticket
  const paid = view.status === 'PaymentComplete'
  const lost = quantity.isError || removal.isError
  return (
    <>
      <PageHead title="Review order" />
      <TwoColumns
        main={
          <>
            <RefusedChanges row={row} />
            {lost && <Banner tone="error" header="Error" messages={['This could not be kept on this device. Free some space and try again.']} />}
            {view.lines.length === 0 ? (
              <Text fontSize="lead" color="muted">
                Your order is empty. Pick something good.
              </Text>
            ) : (
              <chakra.ul aria-label="Your order" borderTop="1px solid" borderColor="line">
                {view.lines.map((line) => (
                  <CartLine
                    key={line.lineId}
                    line={line}
                    locked={paid}
                    onQuantity={(to) => quantity.mutate({ line, to })}
                    onRemove={() => {
                      removal.mutate(line.lineId)
                      // The button goes with its line: the focus goes to the order, not to nowhere.
                      document.getElementById('screen')?.focus({ preventScroll: true })
                    }}
                  />
                ))}
              </chakra.ul>
            )}
            <Box>
              <Button look="second" onClick={() => void navigate({ to: '/order' })}>
                ADD ITEM
              </Button>
            </Box>
          </>
        }
        aside={
          <>
            <OrderSummary view={view} />
            <Button full disabled={view.lines.length === 0} onClick={() => void navigate({ to: '/ordercheckout' })}>
              CONTINUE
            </Button>
          </>
        }
      />
    </>
  )
}

function CartSkeleton() {
  return (
    <>
      <PageHead title="Review order" />
      <div className="container">
        <Skeleton count={3} shape="row" />
      </div>
    </>
  )
}

function UnreadableTotals() {
  return (
    <>
      <PageHead title="Review order" />
      <div className="container">
        <Banner tone="error" header="Error" messages={["We can't show a total right now, so nothing can be paid. Please call the restaurant."]} />
      </div>
    </>
  )
}

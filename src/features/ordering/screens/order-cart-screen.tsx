import { t } from '#contract/language.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isCustomizable } from '#contract/rules/line-check.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { findStep, keepStep } from '#lib/query/checkout-marks.ts'
import { isBackLater, type LineDifference, useLineDifferences } from '#lib/query/line-checks.ts'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { usePortal, useSession, useTicket } from '#lib/query/portal-context.tsx'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { useOrderGone } from '#lib/query/use-order-gone.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import { Button } from '#lib/ui/button.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { useNotEaten } from '#shared/allergens/use-not-eaten.ts'
import { OrderSummary } from '#shared/forms/order-summary.tsx'
import { UnreadableTotals } from '#shared/forms/unreadable-totals.tsx'
import { PauseNote } from '#shared/order-pause/pause-note.tsx'
import { ChangesSheet } from '../components/changes-sheet.tsx'
import { CartLine } from '../components/cart-line.tsx'
import { LostOrder } from '../components/lost-order.tsx'
import { MemberInvitation } from '../components/member-invitation.tsx'
import { RefusedChanges } from '../components/refused-changes.tsx'
import { RemovedLines } from '../components/removed-lines.tsx'
import { type ClosedOrder, findClosed } from '../closed-order.ts'
import { changeQuantity } from '../line-commands.ts'
import { type Removal, useRemoval } from '../use-removal.ts'

type Active = Extract<TicketState, { state: 'active' }>

/** `/ordercart` (REVIEW ORDER): the lines, their quantities, the totals, and the way on. */
export function OrderCartScreen() {
  const ticket = useTicket()
  // Waits until a payment's outcome is known: nothing is decided before.
  const differences = useLineDifferences(
    ticket.state === 'active' && !ticket.attempt ? ticket.view : undefined,
  )
  const gone = useOrderGone(ticket)
  // No ticket order: back to / (specification §2), or on to the order if it was placed on another device.
  if (gone && gone !== 'looking') return <RedirectTo to={gone} />
  if (gone || ticket.state === 'loading' || ticket.state === 'none') return <CartSkeleton />
  return (
    <>
      <PageHead title={t('Review order')} />
      {ticket.state === 'unreadable' ? (
        <UnreadableTotals />
      ) : (
        <Cart ticket={ticket} differences={differences} />
      )}
    </>
  )
}

function Cart({ ticket, differences }: { ticket: Active; differences: readonly LineDifference[] }) {
  const { view, row } = ticket
  const isGuest = useSession().state === 'guest'
  const navigate = useNavigate()
  const removal = useRemoval()
  // Opens by itself when there is something to decide, and again on every try to continue.
  const [isAway, setAway] = useState(false)
  const lost = row.lost ?? []
  useLostFocus(lost.length === 0)
  const isOpen = view.lines.length > 0
  const go = (): void => {
    if (differences.length > 0) setAway(false)
    else void navigate({ to: '/ordercheckout' })
  }
  const goLater = (): void => {
    // Steps before the time stay answered, except that delivery is asked if it is still open.
    if (findStep() !== 'delivery') keepStep('time')
    void navigate({ to: '/ordercheckout', state: { isForLater: true } })
  }
  // There is money on the order, or there may be: before a line can change, it must be taken off or the order placed.
  const closed = findClosed(ticket)
  const paid = closed !== undefined
  return (
    <>
      <TwoColumns
        about="order"
        main={
          <>
            <PauseNote />
            <RefusedChanges row={row} lines={view.lines} />
            {lost.length > 0 && <LostOrder row={row} lost={lost} locked={paid} />}
            {closed && <Banner tone="note" {...closedTexts(closed)} />}
            <RemovedLines removal={removal} lines={view.lines} locked={paid} />
            {isOpen ? (
              <Lines lines={view.lines} paid={paid} differences={differences} removal={removal} />
            ) : (
              lost.length === 0 && <EmptyOrder />
            )}
            <Box display="flex" flexWrap="wrap" gap="3">
              <Button look="second" onClick={() => void navigate({ to: '/order' })}>
                {t('ADD ITEM')}
              </Button>
              {differences.length > 0 && (
                <Button look="second" onClick={() => setAway(false)}>
                  {t('SEE WHAT HAS CHANGED')}
                </Button>
              )}
            </Box>
          </>
        }
        aside={
          <>
            {isOpen && <OrderSummary view={view} />}
            <Button full disabled={!isOpen} onClick={go}>
              {t('CONTINUE')}
            </Button>
            {isGuest && <MemberInvitation />}
          </>
        }
      />
      <ChangesSheet
        open={!isAway}
        differences={differences}
        onClose={() => setAway(true)}
        onLater={
          view.snapshot?.settings.show_order_ahead_option && isBackLater(differences) ? goLater : undefined
        }
      />
    </>
  )
}

/** Why nothing on the order can be changed. */
function closedTexts(closed: ClosedOrder): { header: string; messages: string[] } {
  switch (closed) {
    case 'being-checked':
      return {
        header: t('Your payment is being checked'),
        messages: [t('Until that is over your order stays as it is. Nothing is charged twice.')],
      }
    case 'paid':
      return {
        header: t('Your order is paid but not placed yet'),
        messages: [t('Go on to checkout and place it: one tap sends it in. Nothing more is charged.')],
      }
    case 'paid-in-part':
      return {
        header: t('Part of this order is paid'),
        messages: [t('It can’t be changed here. Please go on to checkout.')],
      }
  }
}

const EmptyOrder = () => (
  <Text fontSize="lead" color="muted">
    {t('Your order is empty. Pick something good.')}
  </Text>
)

function Lines({
  lines,
  paid,
  differences,
  removal,
}: {
  lines: readonly ViewLine[]
  paid: boolean
  differences: readonly LineDifference[]
  removal: Removal
}) {
  const { load } = usePortal()
  const { book } = useBook('order')
  const { tellsAllergens } = useMenus('order')
  const notEaten = useNotEaten(lines)
  const quantity = useMutation({
    mutationFn: async ({ line, to }: { line: ViewLine; to: number }) =>
      await changeQuantity(await load(), line, to),
  })
  const soldOutOf = (line: ViewLine): string | undefined => {
    const check = differences.find((one) => one.line.lineId === line.lineId)?.check
    if (check?.kind !== 'sold-out') return undefined
    return check.isToday ? t('Sold out today') : t('Sold out')
  }
  return (
    <>
      {quantity.isError && <Banner tone="error" header={t('Error')} messages={[notSavedText()]} />}
      <chakra.ul aria-label={t('Your order')} borderTop="1px solid" borderColor="line">
        {lines.map((line) => (
          <CartLine
            key={line.lineId}
            line={line}
            locked={paid}
            soldOut={soldOutOf(line)}
            customizable={book === undefined || isCustomizable(line, book)}
            tellsAllergens={tellsAllergens}
            notEaten={notEaten.get(line.lineId)}
            onQuantity={(to) => quantity.mutate({ line, to })}
            onRemove={() => {
              removal.remove(line)
              // The button disappears with its line: the focus moves to the order instead of being lost.
              focusScreen()
            }}
          />
        ))}
      </chakra.ul>
    </>
  )
}

function CartSkeleton() {
  return (
    <>
      <PageHead title={t('Review order')} />
      <div className="container">
        <Skeleton count={3} shape="row" />
      </div>
    </>
  )
}

import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isAwaited, isTimeToArrive, mayCheckIn, soonMinutes } from '#contract/rules/check-in.ts'
import { isOn } from '#contract/rules/features.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import { mayEditDetails } from '#contract/rules/ticket-edit.ts'
import { holdsMoney, isPlaced } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { goToScreen } from '#lib/paint/go-to-screen.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { MoneyBack } from '#shared/forms/money-back.tsx'
import { PhoneLink } from '#shared/forms/phone-link.tsx'
import { OrderSummary } from '#shared/forms/order-summary.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import type { OrderRead } from '../queries.ts'
import { CancelOrder } from './cancel-order.tsx'
import { headOf, isPast } from '../progress.ts'
import { EditDetails } from './details-dialog.tsx'
import { LeftOver } from './left-over.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderStatus } from './order-status.tsx'
import { OrderWhen } from './order-when.tsx'
import { NotifyMe } from './notify-me.tsx'
import { PaperHead } from './paper-head.tsx'

type Props = {
  order: TicketOrder
  read: OrderRead
  title: string
  lead?: string | undefined
  /** Replaces the actions. */ children?: ReactNode
}

/** A placed order: its number, status, how and when, its totals, and what can still be done about it. */
export function PlacedOrder({ order, read, title, lead, children }: Props) {
  useSeenCancellation(order)
  const noteCancelled = useGoToCancelled(order)
  // A restaurant whose data was restored from a backup has lost what came after it. Nobody there makes this order, so nothing is promised, and it cannot be changed.
  const { isLost, isSignedOut } = read
  return (
    <>
      <PaperHead />
      <PageHead
        title={isLost ? headOf(order).title : title}
        lead={isLost || isShownBelow(lead, order) ? undefined : lead}
      />
      <TwoColumns
        main={
          <>
            {!isLost && <OrderWhen order={order} />}
            {/* The number appears once: here, or in the title. */}
            {!title.includes(order.name) && <OrderNumber name={order.name} />}
            <OrderStatus
              order={order}
              savedAt={read.savedAt}
              isOld={read.failed !== undefined}
              isLost={isLost}
            />
            {!isLost && !isSignedOut && <NotifyMe order={order} />}
            {(!isLost && children) || (
              <>
                <LeftOver />
                <MoneyBack refunds={order.refunds} said={lead} payments={order.payments} />
                <OrderFacts order={order} />
                {isSignedOut ? (
                  <SignedOutActions ticketId={order.id} />
                ) : (
                  <Actions
                    order={order}
                    isLost={isLost}
                    isArrivalUnsent={read.watched?.checkIn !== undefined}
                    onCancelled={noteCancelled}
                    onSaved={read.retry}
                  />
                )}
              </>
            )}
          </>
        }
        aside={<Summary order={order} />}
      />
    </>
  )
}

/** Whether a restaurant's promise (`Your order 1042 is in. It will be ready on … at 7:15pm.`) repeats what is shown below: the number and the time. */
const isShownBelow = (lead = '', { name, ready_time_display: time }: TicketOrder): boolean =>
  name !== '' && !!time && lead.includes(name) && lead.includes(time)

/** Records that the guest has seen the cancellation here, so that other screens no longer tell it. */
function useSeenCancellation({ id, status }: TicketOrder): void {
  const { load } = usePortal()
  useEffect(() => {
    if (status === 'Cancelled') writeInBackground(load, (services) => services.dismissOrder(id, status))
  }, [load, id, status])
}

/** Moves the focus to the outcome after cancelling here: the button, which was far below it, disappears. Returns the function that records the tap. */
function useGoToCancelled({ status }: TicketOrder): () => void {
  const [wasHere, setHere] = useState(false)
  const isCancelled = status === 'Cancelled'
  useEffect(() => {
    if (wasHere && isCancelled) goToScreen()
  }, [wasHere, isCancelled])
  return () => setHere(true)
}

function OrderNumber({ name }: { name: string }) {
  return (
    <Box>
      <Text color="muted">{t('Order number')}</Text>
      <chakra.p
        className="price"
        fontFamily="display"
        fontWeight="var(--h-display-weight)"
        fontSize="head"
        lineHeight="1.1"
        data-order-number
      >
        {name}
      </chakra.p>
    </Box>
  )
}

/** Unreadable totals are left out and the rest of the order stays: nothing is paid from here. */
function Summary({ order }: { order: TicketOrder }) {
  const view = findView(order)
  return view ? (
    <OrderSummary view={view} withLines />
  ) : (
    <Text color="muted">{t('We can’t show a total right now.')}</Text>
  )
}

function findView(order: TicketOrder) {
  const row = {
    draftId: '',
    locationId: '',
    principal: '',
    lineIds: {},
    refusals: [],
    updatedAt: 0,
    ticketId: order.id,
    snapshot: order,
  }
  try {
    return viewTicket(row, [], undefined)
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function SignedOutActions({ ticketId }: { ticketId: string }) {
  return (
    <Box data-screen-only="" display="flex" flexWrap="wrap" gap="3" alignItems="center">
      <Text flexBasis="100%">{t('You have signed out. Log in to follow or change this order.')}</Text>
      <Link to="/login" state={{ from: `/ticket/${ticketId}` }} className="button button--solid">
        {t('LOGIN')}
      </Link>
      <Link to="/" className="button button--quiet">
        {t('Return Home')}
      </Link>
    </Box>
  )
}

type ActionsProps = {
  order: TicketOrder
  /** The restaurant does not know it. */
  isLost: boolean
  /** I'M HERE was tapped and waits for a network. */
  isArrivalUnsent: boolean
  onCancelled: () => void
  onSaved: () => void
}

function Actions({ order, isLost, isArrivalUnsent, onCancelled, onSaved }: ActionsProps) {
  const now = useNow()
  const zone = useLocationCopy()?.location.time_zone
  const isKnown = now !== undefined && zone !== undefined
  const editable = isKnown && !isLost && mayEditDetails(order, now, zone)
  const placed = isPlaced(order.status)
  const past = isLost || isPast(order, now, zone)
  const isCheckedIn = order.recipient_checked_in === true
  const isArriving = !past && (isCheckedIn ? isAwaited(order) : isArrivalUnsent && mayCheckIn(order))
  const isSoon = !isKnown || isTimeToArrive(order, now, zone)
  return (
    <Box data-screen-only="" display="flex" flexWrap="wrap" gap="3" alignItems="center">
      {isArriving && <Arrival ticketId={order.id} isCheckedIn={isCheckedIn} />}
      {mayCheckIn(order) &&
        !past &&
        !isArriving &&
        (isSoon ? (
          <Link
            to="/ticket/$ticketId"
            params={{ ticketId: order.id }}
            search={{ action: 'checkin' }}
            className="button button--solid"
          >
            {t("I'M HERE")}
          </Link>
        ) : (
          <Text flexBasis="100%">{rich`When you arrive, tap I'M HERE on this page. It shows up ${soonMinutes} minutes before your order is ready.`}</Text>
        ))}
      {isKnown && <EditDetails order={order} editable={editable} onSaved={onSaved} />}
      {placed && !isLost && (
        <PathLink
          path={order.receipt ?? receiptPath('ticket_order', order.id)}
          className="button button--second"
        >
          {t('VIEW RECEIPT')}
        </PathLink>
      )}
      {placed ? <OrderAgain ticket={order} /> : <ContinueOrder order={order} />}
      {!isLost && <CancelOrder order={order} onCancelled={onCancelled} onRead={onSaved} />}
      <Link to="/" className="button button--quiet">
        {t('Return Home')}
      </Link>
    </Box>
  )
}

/** After I'M HERE: whether the restaurant knows yet, in one element, so that the change is announced. */
const Arrival = ({ ticketId, isCheckedIn }: { ticketId: string; isCheckedIn: boolean }) => (
  <>
    <Text flexBasis="100%" role="status">
      {isCheckedIn
        ? t('The restaurant knows that you are here')
        : t(
            'The restaurant does not know yet that you are here. We’ll tell them as soon as you’re back online.',
          )}
    </Text>
    <Link
      to="/ticket/$ticketId"
      params={{ ticketId }}
      search={{ action: 'checkin' }}
      className={`button ${isCheckedIn ? 'button--second' : 'button--solid'}`}
    >
      {t('VIEW ARRIVAL')}
    </Link>
  </>
)

/** Leads on from an unplaced order: to its payment if it is this device's own, otherwise to a new order. */
function ContinueOrder({ order }: { order: TicketOrder }) {
  const ticket = useTicket()
  const location = useLocationCopy()?.location
  const isHere = ticket.state === 'active' && ticket.view.ticketId === order.id
  if (isHere)
    return (
      <Link to={holdsMoney(order) ? '/ordercheckout' : '/ordercart'} className="button button--solid">
        {t('CONTINUE THIS ORDER')}
      </Link>
    )
  if (order.status === 'Expired' && location && !isOn(location.settings, 'onlineOrders'))
    return (
      <p>
        {t('You can always call:')} <PhoneLink phone={location.phone} />
      </p>
    )
  return (
    <>
      <Text flexBasis="100%" maxWidth="52ch">
        {order.status === 'Expired'
          ? t('You can order the same again, or something else.')
          : t(
              'Place it on the device where you started it. If nobody does, gift cards and rewards are refunded automatically.',
            )}
      </Text>
      <Link to="/order" className="button button--solid">
        {t('START A NEW ORDER')}
      </Link>
    </>
  )
}

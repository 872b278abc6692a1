import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { localTime } from '#contract/local-time.ts'
import { isOn } from '#contract/rules/features.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, LoadingOrFailed, Unreachable } from '#lib/paint/screen-states.tsx'
import { findFailure, type ReadState } from '#lib/query/answer-query.ts'
import { useLocationCopy, useLocationState } from '#lib/query/location.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { agoText } from '#lib/time/age.ts'
import { formatDay } from '#lib/time/format-day.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import OfferLinks from '#shared/offer-links/offer-links.tsx'
import { OrderAgain } from '../components/order-again.tsx'
import { isPast, progressOf } from '../progress.ts'
import { useTicketHistory } from '../queries.ts'
import { liveText } from '#lib/paint/marks.ts'

/** `/tickethistory`: the member's orders if the restaurant shows them, otherwise "Coming Soon!" (specification §2). */
export function TicketHistoryScreen() {
  const { copy, failed, retry } = useLocationState()
  if (!copy) return <Loading failed={failed} retry={retry} />
  const { settings, name } = copy.location
  if (isOn(settings, 'ticketHistory')) return <History />
  if (isOn(settings, 'onlineOrders'))
    return (
      <PageHead
        title={t('Coming Soon!')}
        lead={t(
          'Your past orders will show up here. Until then, they are among the transactions of your account.',
        )}
      />
    )
  return (
    <>
      <PageHead
        title={t('Coming Soon!')}
        lead={t`Your orders will be listed here once ${name} takes them online. Until then, call or visit us.`}
      />
      <div className="container">
        <OfferLinks />
      </div>
    </>
  )
}

const Loading = ({ failed, retry }: { failed?: ReadState['failed']; retry?: ReadState['retry'] }) => (
  <>
    <PageHead title={t('Your orders')} />
    <div className="container">
      <LoadingOrFailed failed={failed} what={t('This page')} onRetry={() => retry?.()} count={9} />
    </div>
  </>
)

function History() {
  const history = useTicketHistory(true)
  const now = useNow()
  const offline = useReachability() === 'unreachable'
  const pages = history.data?.pages
  const list = useRef<HTMLUListElement>(null)
  const shownBefore = useRef(0)
  // The button disappears with the last page: keyboard users continue at that page's first order.
  useLostFocus(
    pages !== undefined && pages.length > 1 && !history.hasNextPage,
    () => list.current?.children[shownBefore.current] as HTMLElement | undefined,
  )
  const failed = findFailure(history)
  if (!pages && !failed) return <Loading />
  const orders = [...new Map(pages?.flatMap((page) => page.value).map((order) => [order.id, order])).values()]
  const savedAt = pages?.[0]?.savedAt
  return (
    <>
      <PageHead title={t('Your orders')} />
      <Box className="container" display="grid" gap="6" paddingBottom="12">
        {!pages && failed && <LoadError error={failed} onRetry={history.refetch} />}
        {pages && offline && savedAt !== undefined && now !== undefined && (
          <Text color="muted" {...liveText}>{rich`Offline · as of ${agoText(savedAt, now)}`}</Text>
        )}
        {pages && orders.length === 0 && (
          <Empty>{t('No orders yet. What you order while you are signed in stands here.')}</Empty>
        )}
        {orders.length > 0 && (
          <chakra.ul ref={list} aria-label={t('Your orders')} borderTop="1px solid" borderColor="line">
            {orders.map((order) => (
              <HistoryLine key={order.id} order={order} />
            ))}
          </chakra.ul>
        )}
        {pages && history.isFetchNextPageError && (
          <Banner tone="error" header={t('Error')} messages={explain(asAppError(history.error))} />
        )}
        {history.hasNextPage && (
          <Box>
            <Button
              look="second"
              aria-busy={history.isFetchingNextPage}
              aria-disabled={history.isFetchingNextPage}
              onClick={() => {
                if (history.isFetchingNextPage) return
                shownBefore.current = orders.length
                void history.fetchNextPage()
              }}
            >
              {history.isFetchingNextPage ? t('Loading') : t('Show more')}
            </Button>
          </Box>
        )}
      </Box>
    </>
  )
}

/** §8: if the orders cannot be shown, leads back to where the member came from. */
function LoadError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const router = useRouter()
  const goBack = (): void => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/' })
  }
  return (
    <>
      <Unreachable failed={asAppError(error)} what={t('The list of your orders')} onRetry={onRetry} />
      <Box>
        <Button look="second" onClick={goBack}>
          {t('GO BACK')}
        </Button>
      </Box>
    </>
  )
}

function HistoryLine({ order }: { order: TicketOrder }) {
  const now = useNow()
  const zone = useLocationCopy()?.location.time_zone
  const number = order.name === '' ? t('Order') : t`Order ${order.name}`
  const day = translateAnswer(order.pretty_date ?? order.ready_date_display ?? '')
  const isDone = order.status === 'Completed'
  const date = isDone
    ? doneText(order, zone)
    : order.pretty_date === undefined
      ? [day, order.ready_time_display].filter((part) => part).join(', ') || order.history?.[0]?.display
      : day
  return (
    <chakra.li
      tabIndex={-1}
      outline="none"
      display="grid"
      gap="2"
      paddingBlock="5"
      borderBottom="1px solid"
      borderColor="line"
    >
      <Box display="flex" justifyContent="space-between" gap="4">
        <chakra.h2 fontSize="lead">{number}</chakra.h2>
        <Text className="price" fontWeight={650}>
          {order.totals.total}
        </Text>
      </Box>
      <Text color="muted">
        {date}
        {/* Live text, left out of a stored view, because whether it is past changes with time. */}
        <span {...liveText}>
          {isDone || isPast(order, now, zone) ? '' : `${date ? ' · ' : ''}${progressOf(order).words}`}
        </span>
      </Text>
      <Text maxWidth="60ch">{order.items.map((line) => `${line.quantity} × ${line.name}`).join(', ')}</Text>
      <Box display="flex" flexWrap="wrap" gap="3">
        <OrderAgain ticket={order} label={t`ORDER AGAIN: ${number}`} />
        <Link
          to="/ticket/$ticketId"
          params={{ ticketId: order.id }}
          className="button button--quiet"
          aria-label={t`VIEW ORDER: ${number}`}
        >
          {t('VIEW ORDER')}
        </Link>
      </Box>
    </chakra.li>
  )
}

/** When a past order was picked up or delivered: by its history, otherwise its day. */
function doneText({ history, pretty_date, use_delivery }: TicketOrder, zone: string | undefined): string {
  const at = Date.parse(history?.findLast(({ status }) => status === 'Completed')?.at ?? '')
  const [month, day, year] = pretty_date?.split('/') ?? []
  const iso = Number.isNaN(at) || zone === undefined ? `${year}-${month}-${day}` : localTime(at, zone).date
  if (Number.isNaN(Date.parse(iso))) return use_delivery ? t('Delivered') : t('Picked up')
  const words = formatDay(iso, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
  return use_delivery ? t`Delivered ${words}` : t`Picked up ${words}`
}

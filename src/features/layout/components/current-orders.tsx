import { message, type Message, t } from '#contract/language.ts'
import { ChevronRight, X } from 'lucide-react'
import { localTime } from '#contract/local-time.ts'
import { briefOf } from '#contract/rules/order-state.ts'
import type { OpenPayment } from '#db/current-orders.ts'
import type { PlacedOrderRow } from '#db/placed-orders.ts'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { liveText } from '#lib/paint/marks.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useCurrentOrders } from '#lib/query/current-orders.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { useNow } from '#lib/time/use-now.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import styles from './current-orders.module.css'

/** Nobody has more orders than this at once; the newest are shown. */
const shownOrders = 3

type Line = {
  key: string
  words: string
  path: string
  /** Dismisses it. */ hide?: { label: string; run: () => void }
}

/**
 * The guest's current orders, on every guest screen except those about them (docs/design/offline.md: "an order that matters is on every screen, also after the
 * page died"). Read from the device, so also without a signal.
 */
export function CurrentOrders({ path }: { path: string }) {
  const lines = useLines(path).filter((line) => !isShownBy(line.path, path))
  return (
    <div role="status">
      {lines.length > 0 && (
        <ul className={styles.lines} aria-label={t('Your current orders')} data-current-orders>
          {lines.map(({ key, words, path: to, hide }) => (
            <li key={key} className={styles.line}>
              <PathLink path={to} className={styles.link}>
                <span {...liveText}>{words}</span>
                <ChevronRight aria-hidden size={18} />
              </PathLink>
              {hide && (
                <button type="button" className={styles.hide} aria-label={hide.label} onClick={hide.run}>
                  <X aria-hidden size={18} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useLines(path: string): Line[] {
  const { load } = usePortal()
  const now = useNow()
  const { placed, payments, unplaced } = useCurrentOrders(now)
  const zone = useLocationCopy()?.location.time_zone
  const lineOf = ({ ticket, ticketId, isLost }: PlacedOrderRow): Line => ({
    key: ticketId,
    words: isLost
      ? lostWords(ticket.name)
      : zone === undefined || now === undefined
        ? ''
        : `${briefOf(ticket, localTime(now, zone).date)}${ticket.ready_time ? zoneLabel(zone, now) : ''}`,
    path: `/ticket/${encodeURIComponent(ticketId)}`,
    hide: {
      label: ticket.name === '' ? t('Hide your order') : t`Hide order ${ticket.name}`,
      run() {
        writeInBackground(load, (services) => services.dismissOrder(ticketId, ticket.status))
        // The button disappears with its order.
        focusScreen()
      },
    },
  })
  return [
    ...payments.map(({ key, of, path }) => ({ key, words: t(checking[of]), path })),
    ...(unplaced ? [{ key: 'unplaced', words: t(unplacedWords[unplaced]), path: '/ordercheckout' }] : []),
    // The confirmation is already about the newest order.
    ...(isStaffPath(path) ? [] : placed.slice(path === '/ordersubmit' ? 1 : 0, shownOrders)).map(lineOf),
  ]
}

/** The restaurant's data is from before the order was placed: nobody there makes it. */
const lostWords = (name: string): string =>
  name === '' ? t('The restaurant can’t find your order') : t`The restaurant can’t find your order ${name}`

const checking: Record<OpenPayment['of'], Message> = {
  order: message('We are checking your payment for your order…'),
  'gift cards': message('We are checking your payment for a gift card…'),
  'posted cards': message('We are checking your payment for the cards by mail…'),
}
const unplacedWords = {
  paid: message('Your order is paid but not placed yet'),
  'in part': message('Part of your order is paid. It is not placed yet'),
}

/** Staff work with everybody's orders there: their own supper must not cover them. */
const isStaffPath = (path: string): boolean => path === '/kitchen' || path === '/admin'

/** Whether the screen at `path` is about it already. */
const isShownBy = (to: string, path: string): boolean =>
  path === to || (to === '/ordercheckout' && path === '/ordercart')

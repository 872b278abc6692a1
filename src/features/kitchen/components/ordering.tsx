import type { ReactNode } from 'react'
import { isPaused, pauseReasonNames } from '#contract/rules/order-pause.ts'
import type { KitchenAnswer, KitchenPause, OrderPauseBody } from '#contract/schemas/kitchen.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { useIsManager } from '../access.ts'
import { useClockText } from '../use-clock-text.ts'
import type { KitchenPress } from '../use-kitchen-change.ts'
import type { NewOrdersState } from '../use-new-orders.ts'
import { useNow } from '#lib/time/use-now.ts'
import styles from './kitchen.module.css'
import { NewOrders } from './new-orders.tsx'
import { SoldOutPlace } from './sold-out-place.tsx'

type Props = {
  kitchen: KitchenAnswer
  /** The press being sent: one at a time. */
  sending: KitchenPress | undefined
  /** What came in. */
  news: NewOrdersState
  onSwitch: (isOn: boolean) => void
  /** Opens the pause dialog, starting from the current pause if any. */
  onPause: (pause?: KitchenPause) => void
  onEnd: (body: OrderPauseBody) => void
}

/**
 * Whether new orders are accepted, whether they go to the kitchen (visible to everybody, changed by managers), and whether they sound, in as few rows as
 * possible.
 */
export function Ordering({ kitchen, sending, news, onSwitch, onPause, onEnd }: Props) {
  const busy = sending !== undefined
  // Starting a pause shows its progress in its dialog.
  const isEnding = sending?.kind === 'pause' && sending.body.length === 'none'
  const isManager = useIsManager()
  const now = useNow()
  const pause = now !== undefined && isPaused(kitchen.pause, now) ? kitchen.pause : undefined
  return (
    <div className={styles.ordering} data-screen-only>
      <div className={styles.controls}>
        {isManager && (
          <label className={styles.switch}>
            <input
              type="checkbox"
              role="switch"
              checked={kitchen.is_on}
              aria-disabled={busy}
              onChange={(event) => onSwitch(event.target.checked)}
            />
            New orders go to the kitchen{sending?.kind === 'switch' && ' (sending…)'}
          </label>
        )}
        {isManager && !pause && (
          <Button look="second" aria-disabled={busy} onClick={() => onPause()}>
            PAUSE NEW ORDERS
          </Button>
        )}
        <SoldOutPlace kitchen={kitchen} />
        <NewOrders news={news} />
      </div>
      {kitchen.is_full && (
        <Banner
          tone="error"
          header="No new orders can be taken"
          messages={[
            'The server’s disk is full. Guests are told that you take no orders right now; orders that are here go on.',
            'Please tell whoever runs the server. Once there is space, orders come again by themselves.',
          ]}
        />
      )}
      {pause && now !== undefined && (
        <Paused pause={pause} now={now}>
          {isManager && (
            <div className={styles.pauseWays}>
              <Button aria-disabled={busy} aria-busy={isEnding} onClick={() => onEnd({ length: 'none' })}>
                {isEnding ? 'SENDING…' : 'RESUME ORDERS'}
              </Button>
              <Button look="second" aria-disabled={busy} onClick={() => onPause(pause)}>
                CHANGE
              </Button>
            </div>
          )}
        </Paused>
      )}
      {!kitchen.is_on && (
        <Banner
          tone="note"
          header="New orders are on hold"
          messages={[
            pause ? 'Paid orders still come through.' : 'Guests can still order and pay.',
            `Their orders wait here, and go to the kitchen when ${isManager ? 'you switch' : 'a manager switches'} it on again.`,
          ]}
        />
      )}
    </div>
  )
}

function Paused({ pause, now, children }: { pause: KitchenPause; now: number; children: ReactNode }) {
  const clockText = useClockText()
  const until = Date.parse(pause.until)
  return (
    <Banner
      tone="note"
      header={pause.rest_of_day ? 'No more orders today' : `No new orders until ${clockText(until)}`}
      messages={[
        'Paid orders still come through, and so do orders for later, if you take them.',
        ...(pause.reason === undefined
          ? []
          : [
              `${pauseReasonNames[pause.reason]}. ${pause.tells_reason ? 'Shown to guests.' : 'Not shown to guests.'}`,
            ]),
      ]}
    >
      {/* Visible only: a screen reader would speak every minute. */}
      <p aria-live="off">{leftText(until - now)}</p>
      {children}
    </Banner>
  )
}

/** `12 min left`, `2 h 05 min left`. */
function leftText(leftMs: number): string {
  const minutes = Math.max(1, Math.floor(leftMs / 60_000))
  if (minutes < 60) return `${minutes} min left`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min left`
}

import { useRef, useState } from 'react'
import type { KitchenAnswer, KitchenOrder, KitchenPause, OrderPauseBody } from '#contract/schemas/kitchen.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLostAnswer } from '#lib/query/use-lost-answer.ts'
import { useIsManager } from '../access.ts'
import { type LaneId, laneOf, lanesOf, laneTitles } from '../lanes.ts'
import { amountOf } from '#shared/order-refund/refund-choice.ts'
import { useCaller } from '../queries.ts'
import { forgetUnsure, useUnsureRefunds } from '#shared/order-refund/unsure-refunds.ts'
import { type NewOrdersState, useNewOrders, useToldCancellation } from '../use-new-orders.ts'
import {
  isAsPressed,
  type KitchenChange,
  type KitchenPress,
  useKitchenChange,
} from '../use-kitchen-change.ts'
import { useMovesInTurn } from '../use-moves-in-turn.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { UnsureRefund } from '#shared/order-refund/held-refund.tsx'
import styles from './kitchen.module.css'
import { Lane } from './lane.tsx'
import { LaneJumps, type LaneJumpsProps } from './lane-jumps.tsx'
import { WithdrawnOrders } from './new-orders.tsx'
import { Ordering } from './ordering.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { RefundDialog } from '#shared/order-refund/refund-dialog.tsx'

const nothing: Record<LaneId, string> = {
  new: 'Nothing new.',
  preparing: 'Nothing in progress.',
  ready: 'Nothing to pick up.',
  later: '',
  done: '',
  cancelled: '',
}
const columns = ['new', 'preparing', 'ready'] as const
/** Shown only while there are orders in them. */
const rest = ['later', 'done', 'cancelled'] as const

/** Text telling the result of the switch or a pause. */
function wordsOf({ kind }: KitchenPress, { is_on: isOn, pause }: KitchenAnswer): string {
  if (kind === 'pause') return pause ? 'New orders are paused.' : 'Accepting new orders.'
  if (isOn) return 'New orders go to the kitchen.'
  return pause ? 'New orders are on hold.' : 'New orders are on hold. Guests can still order and pay.'
}

/** `shown`: the pause that the pressed button named. Changes made while its dialog was open are not shown in it. */
const pauseOf = (
  body: OrderPauseBody,
  { pause }: KitchenAnswer,
  shown: KitchenPause | undefined,
): KitchenPress => ({
  kind: 'pause',
  body: { ...body, seen: shown?.until ?? 'none' },
  before: pause?.until,
})

function useLostPress(
  { failed, clear }: KitchenChange,
  kitchen: KitchenAnswer,
  onDone: (press: KitchenPress, kitchen: KitchenAnswer) => void,
): void {
  useLostAnswer(failed !== undefined && isAsPressed(failed, kitchen), () => {
    clear()
    if (failed) onDone(failed, kitchen)
  })
}

/** The order in the dialog that cancels it, as it is now; and functions that open and close it. What its dialog has said is announced nowhere else. */
function useCancelling(readOf: (id: string) => KitchenOrder | undefined) {
  const [opened, setOpened] = useState<KitchenOrder>()
  const noteTold = useToldCancellation()
  const order = opened && (readOf(opened.id) ?? opened)
  const close = (isDone = order?.status === 'Cancelled'): void => {
    if (isDone && order) noteTold(order.id)
    setOpened(undefined)
  }
  return [order, setOpened, close] as const
}

/** The switch, the pause and the orders. The result of a press is announced to screen readers. */
export function Board({ kitchen }: { kitchen: KitchenAnswer }) {
  const isManager = useIsManager()
  const readOf = (id: string): KitchenOrder | undefined => kitchen.orders.find((order) => order.id === id)
  const [cancelling, setCancelling, closeCancel] = useCancelling(readOf)
  const [pausing, setPausing] = useState<{ from: KitchenPause | undefined }>()
  const [refunding, setRefunding] = useState<KitchenOrder>()
  const news = useNewOrders(kitchen.orders, cancelling?.id)
  const unsure = useUnsureRefunds(refunding?.id, useCaller().principal)
  const [said, setSaid] = useState('')
  const heads = useRef(new Map<LaneId, HTMLHeadingElement>())
  const noteDone = (press: KitchenPress, answer: KitchenAnswer): void => {
    if (press.kind !== 'move') {
      setPausing(undefined)
      return setSaid(wordsOf(press, answer))
    }
    const before = kitchen.orders.find(({ id }) => id === press.id)
    const after = answer.orders.find(({ id }) => id === press.id)
    if (press.status === 'Cancelled') closeCancel(true)
    setSaid(before ? `${before.name}: ${laneTitles[after ? laneOf(after) : 'cancelled']}` : '')
    // The button has disappeared with its order: keyboard users continue at the lane where it was.
    requestAnimationFrame(() => {
      if (before && document.activeElement === document.body) heads.current.get(laneOf(before))?.focus()
    })
  }
  const change = useKitchenChange(noteDone)
  useLostPress(change, kitchen, noteDone)
  const moves = useMovesInTurn(change)
  const busy = change.sending !== undefined
  const open = (show: () => void): void => {
    if (busy) return
    change.clear()
    show()
  }
  // Somebody who presses again after a colleague's pause has read about it.
  const shown = change.error?.details.problem?.code === 'changed_meanwhile' ? kitchen.pause : pausing?.from
  const lanes = lanesOf(kitchen.orders)
  const others = rest.filter((id) => lanes[id].length > 0)
  const lane = (id: LaneId) => (
    <Lane
      key={id}
      id={id}
      orders={lanes[id]}
      empty={nothing[id]}
      headRef={(head) => void (head ? heads.current.set(id, head) : heads.current.delete(id))}
      sending={change.sending}
      waiting={moves.waiting}
      onNext={moves.move}
      onCancel={isManager ? (order) => open(() => setCancelling(order)) : undefined}
      onRefund={isManager ? (order) => void (busy || setRefunding(order)) : undefined}
    />
  )
  return (
    <div className={styles.board}>
      <Ordering
        kitchen={kitchen}
        sending={change.sending}
        news={news}
        onSwitch={(isOn) => void (busy || change.press({ kind: 'switch', isOn }))}
        onPause={(from) => open(() => setPausing({ from }))}
        onEnd={(body) => void (busy || change.press(pauseOf(body, kitchen, kitchen.pause)))}
      />
      {change.error && !cancelling && !pausing && (
        <Refused
          error={change.error}
          name={change.refused?.kind === 'move' ? readOf(change.refused.id)?.name : undefined}
          onDismiss={() => void (change.clear(), moves.clearLast())}
        />
      )}
      <NotSent names={moves.dropped.map((id) => readOf(id)?.name ?? '')} onDismiss={moves.clear} />
      {unsure.map((sent) => (
        <UnsureRefund
          key={sent.key}
          sent={sent.input}
          order={readOf(sent.input.id)}
          onDismiss={() => forgetUnsure(sent)}
        />
      ))}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <StickyLines news={news} lanes={lanes} shown={[...columns, ...others]} heads={heads} />
      <div className={styles.columns}>{columns.map(lane)}</div>
      {others.map(lane)}
      {refunding && (
        <RefundDialog
          key={refunding.id}
          order={readOf(refunding.id) ?? refunding}
          onClose={() => setRefunding(undefined)}
          onDone={(sent) => {
            setRefunding(undefined)
            setSaid(`${sent.name}: ${amountOf(sent)} was refunded.`)
          }}
        />
      )}
      {pausing && (
        <PauseDialog
          pause={pausing.from}
          sending={busy}
          error={change.error}
          onClose={() => setPausing(undefined)}
          onPause={(body) => change.press(pauseOf(body, kitchen, shown))}
        />
      )}
      {cancelling && (
        <CancelDialog
          order={cancelling}
          sending={busy}
          error={change.error}
          onClose={() => closeCancel()}
          onCancel={(why) => {
            const { id, status: seen } = cancelling
            change.press({ kind: 'move', id, status: 'Cancelled', seen, ...why })
          }}
        />
      )}
    </div>
  )
}

/** Stays in sight wherever the board is scrolled to. */
const StickyLines = ({ news, ...jumps }: LaneJumpsProps & { news: NewOrdersState }) => (
  <div className={styles.sticky} data-screen-only>
    <WithdrawnOrders news={news} />
    <LaneJumps {...jumps} />
  </div>
)

/** Moves that were given up, besides the one that failed last. */
function NotSent({ names, onDismiss }: { names: readonly string[]; onDismiss: () => void }) {
  if (names.length === 0) return undefined
  return (
    <Banner
      tone="error"
      header={`Not sent: ${names.join(', ')}`}
      messages={['There was no connection, or something pressed before failed. Please press again.']}
      onDismiss={onDismiss}
    />
  )
}

/**
 * Why a press failed, naming its order: among twenty cards nobody remembers which one they pressed. It stays until it is dismissed, so it tells the state at
 * that time.
 */
function Refused({
  error,
  name,
  onDismiss,
}: {
  error: AppError
  name: string | undefined
  onDismiss: () => void
}) {
  const { mayBeDone, unsent, requestId } = error.details
  const header = mayBeDone ? 'Not confirmed' : 'Error'
  return (
    <Banner
      intoView
      tone="error"
      header={name === undefined ? header : `${header}: ${name}`}
      messages={
        unsent && !mayBeDone
          ? ['There was no connection, so this was not sent. Please try again.']
          : explain(error)
      }
      reference={requestId}
      onDismiss={onDismiss}
    />
  )
}

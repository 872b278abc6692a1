import { findTimeOfDay, localTime } from '#contract/local-time.ts'
import { isClosed, isPaused, opensText, pauseTexts } from '#contract/rules/order-pause.ts'
import { holdsMoney, isFinished } from '#contract/rules/ticket.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { useNow } from '#lib/time/use-now.ts'

export type PauseShown = {
  /** What to tell the guest, one sentence each. */
  texts: string[]
  /** It ends at a time today. */
  endsToday: boolean
  /** The restaurant offers times to order for. */
  offersLater: boolean
  /** The kitchen is closed: nothing can be added. `hasDishes`: the order has dishes already. */
  closed: { hasDishes: boolean } | undefined
}

/**
 * The pause of new orders that this device last knew of, while it lasts (extension `order_pause`). Undefined where there is none, and where it does not concern
 * the current order, which is paid at least in part, or is for a time after the pause.
 */
export function useOrderPause(): PauseShown | undefined {
  const location = useLocationCopy()?.location
  const now = useNow()
  const ticket = useTicket()
  const pause = location?.order_pause
  if (!location || now === undefined || !isPaused(pause, now)) return undefined
  const view = ticket.state === 'active' && !isFinished(ticket.view.status) ? ticket.view : undefined
  if (view && (view.status === 'PaymentComplete' || holdsMoney(view.snapshot))) return undefined
  const end = localTime(Date.parse(pause.until), location.time_zone)
  if (view?.readyDate !== undefined && view.readyTime !== undefined) {
    const isLater =
      view.readyDate > end.date ||
      (view.readyDate === end.date && (findTimeOfDay(view.readyTime) ?? 0) > end.minutes)
    if (isLater) return undefined
  }
  const settings = view?.snapshot?.settings
  const opens = isClosed(pause) ? opensText(pause, location.time_zone, now) : undefined
  return {
    texts: isClosed(pause)
      ? opens === undefined
        ? []
        : [opens]
      : pauseTexts(location.name, pause, location.time_zone),
    closed: isClosed(pause) ? { hasDishes: (view?.lines.length ?? 0) > 0 } : undefined,
    endsToday: pause.rest_of_day !== true,
    offersLater:
      settings?.show_order_ahead_option === true &&
      settings.available_order_ahead_time_slots_for_the_future.length > 0,
  }
}

import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import type { Change } from '#db/outbox.ts'
import type { Refusal } from '#db/rows/tickets.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { refusalMessages } from '#lib/query/refusal-messages.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { refreshAfterRefusal } from './requests.ts'

/** Changes whose outcome a step waits for and reports itself. */
const awaited = new Set<string>()

/** Marks a change whose outcome is reported where it was made. */
export const awaitOutcome = (opId: string): void => void awaited.add(opId)

const listeners = new Set<() => void>()

/** Nobody waits for the change any more: its refusal counts as late, even if it has already arrived. */
export const stopAwaiting = (opId: string): void => {
  if (awaited.delete(opId)) for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const countAwaited = (): number => awaited.size

/** The checkout step that a change answers; undefined for a change of a dish. */
function stepOf(change: Change): CheckoutStep | undefined {
  if (change.kind === 'ticket.tip') return 'tip'
  if (change.kind !== 'ticket.update') return undefined
  const { body } = change
  if (body.ready_time_v2 !== undefined || body.ready_date_v2 !== undefined) return 'time'
  if (body.promo_code !== undefined) return 'promo'
  // The information step's change for a car sets `use_curbside`, too.
  const isWayAlone = Object.keys(body).every((field) => field === 'use_delivery' || field === 'use_curbside')
  return isWayAlone ? 'delivery' : 'information'
}

type Options = {
  view: TicketView
  refusals: readonly Refusal[]
  /** The steps up to the current one; none if money is on the order. */
  steps: readonly CheckoutStep[]
  to: (step: CheckoutStep) => void
}

type LateRefusals = {
  /** What the restaurant said; empty if there is no late refusal. */
  messages: readonly string[]
  dismiss: () => Promise<void>
  /** Dismisses a step's earlier refusals, because it is answered again. */
  dismissOf: (step: CheckoutStep) => Promise<void>
}

/**
 * What the restaurant refused after checkout had moved on without its answer. Leads once per refusal to the step that must be answered again, with its current
 * options. A dish has no step: its refusal is shown where the diner is, before anything is paid.
 */
export function useLateRefusals({ view, refusals, steps, to }: Options): LateRefusals {
  const { load } = usePortal()
  useSyncExternalStore(subscribe, countAwaited)
  const late = refusals
    // Refusals of another order are shown with the cart.
    .filter(({ opId, ofOther }) => !ofOther && !awaited.has(opId))
    .map((one) => ({ opId: one.opId, step: stepOf(one.change), messages: refusalMessages(one) }))
  const first = late.find(({ step }) => step) ?? late[0]
  const shownOpId = useRef<string>(undefined)
  useEffect(() => {
    if (!first || shownOpId.current === first.opId) return
    shownOpId.current = first.opId
    void load().then((services) => refreshAfterRefusal(services, view))
    if (first.step && steps.includes(first.step)) to(first.step)
  }, [first, steps, to, load, view])
  const dismissOnly = async (read: readonly { opId: string }[]): Promise<void> => {
    if (read.length === 0) return
    const opIds = read.map(({ opId }) => opId)
    // If the store has no room, the old ones stay, and the step continues.
    await (await load()).dismissRefusals(view.draftId, opIds).catch(() => undefined)
  }
  return {
    messages: [...new Set(late.flatMap(({ messages }) => messages))],
    dismiss: () => dismissOnly(late),
    dismissOf: (step) => dismissOnly(late.filter((one) => one.step === step)),
  }
}

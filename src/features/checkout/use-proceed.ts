import { useRef, useState } from 'react'
import { localTime } from '#contract/local-time.ts'
import type { ServedMenu } from '#contract/rules/menu-hours.ts'
import { listBackLater } from '#contract/rules/sold-out.ts'
import { type CheckoutStep, listSteps, nextStep, type StepSwitches } from '#contract/rules/ticket.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { useUser } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findAnswer, type AnswerContext } from './answers.ts'
import { refreshAfterRefusal } from './requests.ts'
import { awaitOutcome, stopAwaiting } from './use-late-refusals.ts'
import type { Habits } from './habits.ts'

/** What the restaurant said about an answer that was given on the diner's behalf. */
type Refused = { step: CheckoutStep; messages: readonly string[] }

type Proceed = {
  proceed: () => Promise<void>
  /** Like `proceed`, but from before the first step. */
  begin: () => Promise<void>
  refused: Refused | undefined
}

/**
 * Moves on from a step: skips those whose answer is known, telling the restaurant what it does not know yet, up to the first that must be asked. A step whose
 * answer is refused is asked, with the restaurant's words.
 */
export function useProceed(
  step: CheckoutStep,
  {
    switches,
    usual,
    menus,
    to,
  }: {
    switches: StepSwitches
    usual: Habits
    menus: readonly ServedMenu[]
    to: (step: CheckoutStep) => void
  },
): Proceed {
  const { load, tickets } = usePortal()
  const { user } = useUser()
  const location = useLocationCopy()?.location
  const [refused, setRefused] = useState<Refused>()
  const isProceeding = useRef(false)
  const proceedOnce = async (first: CheckoutStep | undefined): Promise<void> => {
    // Ignores the second tap of a double tap while the restaurant is being told.
    if (isProceeding.current) return
    isProceeding.current = true
    try {
      await proceedFrom(first)
    } finally {
      isProceeding.current = false
    }
  }
  const proceedFrom = async (first: CheckoutStep | undefined): Promise<void> => {
    setRefused(undefined)
    const services = await load()
    const now = serverTime(services.clock.now())
    const timeZone = location?.time_zone
    const today = timeZone === undefined ? undefined : localTime(now, timeZone).date
    let isWaiting = false
    for (let next = first; next; next = nextStep(next, switches)) {
      // The current state: each answer may change what the next one can be.
      const ticket = tickets.get()
      if (ticket.state !== 'active') return
      const { view, row } = ticket
      const fromMs = listBackLater(view.lines, location?.sold_out, now).at(-1)?.untilMs
      const back = fromMs === undefined || timeZone === undefined ? undefined : { fromMs, timeZone }
      const facts: AnswerContext = { view, stored: row.contact, user, usual, today, back, menus }
      const answer = findAnswer(next, facts)
      if (answer === 'ask') return to(next)
      if (!answer.change) continue
      const opId = await services.record(answer.change)
      // Without a signal the changes wait on the device: do not make the guest wait for each.
      if (isWaiting) continue
      awaitOutcome(opId)
      const outcome = await services.outcomeOf(opId).catch((cause: unknown) => {
        stopAwaiting(opId)
        throw cause
      })
      isWaiting = outcome.state === 'waiting'
      if (outcome.state !== 'refused') {
        stopAwaiting(opId)
        continue
      }
      await services.dismissRefusals(view.draftId, [opId])
      await refreshAfterRefusal(services, view)
      setRefused({ step: next, messages: outcome.messages })
      return to(next)
    }
  }
  return {
    proceed: () => proceedOnce(nextStep(step, switches)),
    begin: () => proceedOnce(listSteps(switches)[0]),
    refused,
  }
}

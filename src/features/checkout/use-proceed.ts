import { useRef, useState } from 'react'
import { localTime } from '#contract/local-time.ts'
import type { ServedMenu } from '#contract/rules/menu-hours.ts'
import { listBackLater } from '#contract/rules/sold-out.ts'
import { type CheckoutStep, listSteps, nextStep, type StepSwitches } from '#contract/rules/ticket.ts'
import { useUser } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findAnswer, type AnswerContext } from './answers.ts'
import { refreshAfterRefusal } from './requests.ts'
import { awaitOutcome, stopAwaiting } from './use-late-refusals.ts'
import type { Habits } from './habits.ts'

/** What the restaurant said of an answer that was given for the diner. */
type Refused = { step: CheckoutStep; messages: readonly string[] }

type Proceed = {
  proceed: () => Promise<void>
  /** As `proceed`, from before the first step. */
  begin: () => Promise<void>
  refused: Refused | undefined
}

/**
 * The way on from a step: over those whose answer is known, telling the restaurant what it has not been told, to the first that has to be asked. One whose
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
    // The second tap of a double tap, while the restaurant is told what is known.
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
    const now = services.clock.now()
    const timeZone = location?.time_zone
    const today = timeZone === undefined ? undefined : localTime(now, timeZone).date
    let isWaiting = false
    for (let next = first; next; next = nextStep(next, switches)) {
      // As it is by now: each answer may change what the next one can be.
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
      // What cannot be sent now waits on the device: nobody is kept here for each of them.
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

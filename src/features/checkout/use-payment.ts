import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isFinished } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { clearOrderMarks } from '#lib/query/session-marks.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import type { PaymentProof } from '#lib/payments/use-payment-proof.ts'
import { useUnknownPayment } from '#lib/payments/use-unknown-payment.ts'
import type { CheckingPaymentProps } from '#shared/forms/checking-payment.tsx'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { keepJustPlaced } from '#lib/query/just-placed.ts'
import { refreshAfterRefusal, type PayResult } from './requests.ts'

/** What a payment says when it went well. */
export type Note = { header: string; messages: readonly string[] }

/** One thing that moves money. */
type PayAction = {
  /** By which its button knows that it is this one that is on its way. */
  name?: string
  run: (services: Services) => Promise<PayResult>
  /** What is said when it is done and the order is not placed yet. */
  done?: (ticket: TicketOrder) => Note
  /** What else there is to say of a refusal. */
  refused?: (services: Services, error: AppError) => Promise<string[]>
}

export type Payment = {
  act: (action: PayAction) => void
  busy: boolean
  /** Which of those with a name is on its way. */
  sending: string | undefined
  result: PayResult | undefined
  /** It failed before anything was sent. */
  error: Error | null
  /** What was added to a refusal. */
  more: readonly string[]
  note: Note | undefined
  /** The outcome of an attempt is not known: nothing else is paid until it is. */
  unknown: CheckingPaymentProps | undefined
}

type Options = {
  proof: PaymentProof
  view: TicketView
  unresolved: boolean
  provider: () => PaymentProvider | undefined
  onPlaced: () => void
}

/** Everything that pays an order goes through here: one at a time, each clearing what the one before it said (specification §4). */
export function usePayment({ view, unresolved, provider, proof, onPlaced }: Options): Payment {
  const { load } = usePortal()
  const [result, setResult] = useState<PayResult>()
  const [more, setMore] = useState<readonly string[]>([])
  const [note, setNote] = useState<Note>()
  const [runs, setRuns] = useState(false)
  const accept = (next: PayResult | undefined): void => {
    if (!next) return
    setResult(next)
    if (next.state === 'placed' || (next.state === 'done' && isFinished(next.ticket.status))) {
      keepJustPlaced('ticket', next.ticket)
      clearOrderMarks()
      onPlaced()
    }
  }
  const acting = useMutation({
    mutationFn: async (action: PayAction) => {
      const services = await load()
      const made = await action.run(services)
      if (made.state !== 'refused') return { made, more: [] }
      const more = (await action.refused?.(services, made.error)) ?? []
      return { made: (await refreshAfterRefusal(services, view)) ?? made, more }
    },
    onMutate: () => {
      setResult(undefined)
      setMore([])
      setNote(undefined)
      setRuns(true)
    },
    onSuccess: ({ made, more: said }, action) => {
      accept(made)
      setMore(said)
      if (made.state === 'done' && !isFinished(made.ticket.status)) setNote(action.done?.(made.ticket))
    },
    onSettled(done) {
      setRuns(false)
      proof.used(refusalIn(done?.made))
    },
  })
  // The device's own store is heard a moment after the answer: what is definitely known is not unknown any more.
  const known = result !== undefined && result.state !== 'unknown' && result.state !== 'authenticate'
  const isUnknown = unresolved && !runs && !known
  const unknown = useUnknownPayment<'ticket'>({
    payableId: view.draftId,
    isUnknown,
    result,
    provider,
    accept,
  })
  return {
    act: acting.mutate,
    busy: runs,
    sending: runs ? acting.variables?.name : undefined,
    result,
    error: acting.error,
    more,
    note,
    unknown: isUnknown ? unknown : undefined,
  }
}

const refusalIn = (result: PayResult | undefined): AppError | undefined =>
  result?.state === 'refused' ? result.error : undefined

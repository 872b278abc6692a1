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

/** The message after a successful payment. */
export type Note = { header: string; messages: readonly string[] }

/** One action that moves money. */
type PayAction = {
  /** Tells the action's button that this is the action being sent. */
  name?: string
  run: (services: Services) => Promise<PayResult>
  /** The note to show when it succeeded but the order is not placed yet. */
  done?: (ticket: TicketOrder) => Note
  /** Additional messages about a refusal. */
  refused?: (services: Services, error: AppError) => Promise<string[]>
}

export type Payment = {
  act: (action: PayAction) => void
  busy: boolean
  /** The name of the action being sent. */
  sending: string | undefined
  result: PayResult | undefined
  /** The failure, if nothing was sent. */
  error: Error | null
  /** The additional messages about a refusal. */
  more: readonly string[]
  note: Note | undefined
  /** Set while an attempt's outcome is unknown: nothing else is paid until it is known. */
  unknown: CheckingPaymentProps | undefined
}

type Options = {
  proof: PaymentProof
  view: TicketView
  unresolved: boolean
  provider: () => PaymentProvider | undefined
  onPlaced: () => void
}

/** Every payment of an order goes through here: one at a time, each clearing the messages of the one before (specification §4). */
export function usePayment({ view, unresolved, provider, proof, onPlaced }: Options): Payment {
  const { load } = usePortal()
  const [result, setResult] = useState<PayResult>()
  const [more, setMore] = useState<readonly string[]>([])
  const [note, setNote] = useState<Note>()
  const [runs, setRuns] = useState(false)
  const accept = (next: PayResult | undefined): void => {
    if (!next) return
    setResult(next)
    if (isPlacedBy(next)) {
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
  // The device's store updates a moment after the answer: a definite result overrides its unresolved attempt.
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
    // Until the confirmation page is shown.
    busy: runs || (result !== undefined && isPlacedBy(result)),
    sending: runs ? acting.variables?.name : undefined,
    result,
    error: acting.error,
    more,
    note,
    unknown: isUnknown ? unknown : undefined,
  }
}

type Placed = Extract<PayResult, { state: 'placed' | 'done' }>

/** Whether the order is placed, and no payment of it is left to make. */
const isPlacedBy = (result: PayResult): result is Placed =>
  result.state === 'placed' || (result.state === 'done' && isFinished(result.ticket.status))

const refusalIn = (result: PayResult | undefined): AppError | undefined =>
  result?.state === 'refused' ? result.error : undefined

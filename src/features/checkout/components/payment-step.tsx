import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain, paymentTimeoutText } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { type Reachability, useReachability } from '#lib/query/reachability.ts'
import { clearOrderMarks } from '#lib/query/session-marks.ts'
import type { TicketView } from '#lib/sync/ticket-view.ts'
import { type PayResult, payAndPlace, place, settle } from '../requests.ts'
import { type CardForm, useCardFields } from '../use-card-fields.ts'
import { CardFields } from './card-fields.tsx'
import { CheckingPayment } from './checking-payment.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

type Props = StepProps & { view: TicketView; /** An attempt whose outcome is not known yet. */ unresolved: boolean }

/** The last step. The card is charged what stands on the button, once; an answer that never came is looked for, never paid again. */
export function PaymentStep({ view, unresolved, onBack }: Props) {
  const { load, facts } = usePortal()
  const navigate = useNavigate()
  const reach = useReachability()
  const [result, setResult] = useState<PayResult>()
  const nothingDue = view.status === 'PaymentComplete' || (view.totals.dueCents === 0 && view.lines.length > 0 && !view.totals.estimated)
  const [paymentRuns, setPaymentRuns] = useState(false)
  // The device's own store is heard a moment after the answer: what was definitely refused is not unknown any more.
  const settled = result?.state === 'refused' || result?.state === 'card-problem'
  const unknown = unresolved && !paymentRuns && !settled
  const card = useCardFields(facts.payments, !nothingDue && !unknown)
  const name = `${view.snapshot?.recipient_first_name ?? ''} ${view.snapshot?.recipient_last_name ?? ''}`.trim()
  const accept = (next: PayResult | undefined): void => {
    if (!next) return
    setResult(next)
    if (next?.state === 'placed' || (next?.state === 'done' && next.ticket.status !== 'PaymentComplete')) {
      clearOrderMarks()
      void navigate({ to: '/ordersubmit', replace: true })
    }
  }
  const paying = useMutation({
    mutationFn: async () => {
      const services = await load()
      if (nothingDue) return await place(services, view)
      if (!card.mounted || !card.provider) throw new Error('the card fields are not ready')
      return await payAndPlace(services, view, card.mounted, card.provider, name)
    },
    onMutate: () => {
      setResult(undefined)
      setPaymentRuns(true)
    },
    onSuccess: accept,
    onSettled: () => setPaymentRuns(false),
  })
  const checking = useMutation({ mutationFn: async () => await settle(await load(), view.draftId, card.provider), onSuccess: accept })
  useChecking(unknown, checking)
  useRetryWhenBack(card, reach)
  if (unknown) return <CheckingPayment busy={checking.isPending} failed={result?.state === 'unknown'} onCheck={() => checking.mutate()} />
  const messages = messagesOf(result, paying.error)
  return (
    <StepFrame
      title={nothingDue ? 'Everything is paid' : 'Pay by card'}
      messages={messages}
      onBack={onBack}
      next={{
        label: nothingDue ? 'PLACE YOUR ORDER' : `PLACE YOUR ORDER · ${formatCents(view.totals.dueCents)}`,
        busy: paymentRuns,
        disabled: view.totals.estimated || reach === 'unreachable' || (!nothingDue && !card.ready),
        onNext: () => paying.mutate(),
      }}
    >
      {nothingDue && (
        <Banner tone="note" header="Not with the kitchen yet" messages={['One more tap sends your order in. Nothing more is charged.']} />
      )}
      {!nothingDue && <CardFields card={card} />}
      {reach === 'unreachable' && (
        <Banner tone="note" header="Paying needs a signal" messages={['Your order is kept as it is. Place it when you have a signal.']} />
      )}
      {view.totals.estimated && reach === 'reachable' && (
        <Banner tone="note" header="One second" messages={['Your last changes are on their way to the restaurant.']} />
      )}
    </StepFrame>
  )
}

/** The card fields could not be loaded without a signal: they are asked for again when it is back, once. */
function useRetryWhenBack({ unavailable, retry }: CardForm, reach: Reachability): void {
  const before = useRef(reach)
  useEffect(() => {
    const back = before.current === 'unreachable' && reach === 'reachable'
    before.current = reach
    if (back && unavailable) retry()
  }, [reach, unavailable, retry])
}

const firstGapMs = 1000
const longestGapMs = 30_000

/** Asks by itself what became of a payment, at once and then with growing gaps, until it is known. */
function useChecking(unknown: boolean, { mutate, isPending }: { mutate: () => void; isPending: boolean }): void {
  const tries = useRef(0)
  useEffect(() => {
    if (!unknown) {
      tries.current = 0
      return
    }
    if (isPending) return
    const gapMs = tries.current === 0 ? 0 : Math.min(longestGapMs, firstGapMs * 2 ** (tries.current - 1))
    tries.current += 1
    const timer = setTimeout(mutate, gapMs)
    return () => clearTimeout(timer)
  }, [unknown, isPending, mutate])
}

function messagesOf(result: PayResult | undefined, error: Error | null): string[] {
  if (error) return explain(asAppError(error))
  if (result?.state === 'card-problem') return [result.message]
  if (result?.state === 'refused') return explain(result.error)
  return result?.state === 'unknown' ? [paymentTimeoutText] : []
}

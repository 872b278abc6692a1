import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain, paymentTimeoutText } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import { clearOrderMarks } from '#lib/query/session-marks.ts'
import type { TicketView } from '#lib/sync/ticket-view.ts'
import { type PayResult, payAndPlace, place, settle } from '../requests.ts'
import { useCardFields } from '../use-card-fields.ts'
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
  const card = useCardFields(facts.payments, !nothingDue && !unresolved)
  const name = `${view.snapshot?.recipient_first_name ?? ''} ${view.snapshot?.recipient_last_name ?? ''}`.trim()
  const accept = (next: PayResult | undefined): void => {
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
    onMutate: () => setResult(undefined),
    onSuccess: accept,
  })
  const checking = useMutation({ mutationFn: async () => await settle(await load(), view.draftId, card.provider), onSuccess: accept })
  const busy = paying.isPending
  const unknown = unresolved && !busy
  const check = checking.mutate
  // Looked for at once, and again whenever the network is back, without anybody's asking.
  useEffect(() => {
    if (unknown && reach === 'reachable') check()
  }, [unknown, reach, check])
  if (unknown) return <CheckingPayment busy={checking.isPending} failed={result?.state === 'unknown'} onCheck={() => check()} />
  const messages = messagesOf(result, paying.error)
  return (
    <StepFrame
      title={nothingDue ? 'Everything is paid' : 'Pay by card'}
      messages={messages}
      onBack={onBack}
      next={{
        label: nothingDue ? 'PLACE YOUR ORDER' : `PLACE YOUR ORDER · ${formatCents(view.totals.dueCents)}`,
        busy,
        disabled: view.totals.estimated || reach === 'unreachable' || (!nothingDue && !card.ready),
        onNext: () => paying.mutate(),
      }}
    >
      {!nothingDue && <CardFields card={card} />}
      {reach === 'unreachable' && <Banner tone="note" header="Paying needs a signal" messages={['Your order is kept as it is. Place it when you have a signal.']} />}
      {view.totals.estimated && reach === 'reachable' && <Banner tone="note" header="One second" messages={['Your last changes are on their way to the restaurant.']} />}
    </StepFrame>
  )
}

function messagesOf(result: PayResult | undefined, error: Error | null): string[] {
  if (error) return explain(asAppError(error))
  if (result?.state === 'card-problem') return [result.message]
  if (result?.state === 'refused') return explain(result.error)
  return result?.state === 'unknown' ? [paymentTimeoutText] : []
}

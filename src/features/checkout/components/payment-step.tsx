import { t } from '#contract/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { isTooSmallForCard } from '#contract/pricing/tender.ts'
import { isOn } from '#contract/rules/features.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { CardChoice } from '#lib/payments/card-choice.tsx'
import type { CardForm } from '#lib/payments/use-card-fields.ts'
import { useCardSource } from '#lib/payments/use-card-source.ts'
import { PaymentProof } from '#lib/payments/payment-proof.tsx'
import { useHasForm } from '#lib/payments/use-unknown-payment.ts'
import { usePaymentProof } from '#lib/payments/use-payment-proof.ts'
import { paidOrFailed, WalletButtons } from '#lib/payments/wallet-buttons.tsx'
import type { WalletPayment } from '#lib/payments/provider.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { CheckingPayment } from '#shared/forms/checking-payment.tsx'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'
import { heldUntilText, paymentMessages } from '../payment-words.ts'
import { payAndPlace, type PayResult, place } from '../requests.ts'
import { usePayment } from '../use-payment.ts'
import { AppliedPayments } from './applied-payments.tsx'
import { GiftCardPanel } from './gift-card-panel.tsx'
import { type Method, PaymentMethods } from './payment-methods.tsx'
import { RefusalBanner } from './refusal-banner.tsx'
import { RewardPanel } from './reward-panel.tsx'
import { SlowPayment } from '#shared/forms/slow-payment.tsx'
import { TimePassed } from './time-passed.tsx'
import { TooSmall } from './too-small.tsx'
import { type Unread, Waiting } from './waiting.tsx'

type Props = StepProps & {
  view: TicketView
  /** An attempt's outcome is not known yet. */ unresolved: boolean
  unread: Unread | undefined
  onStep: (step: CheckoutStep) => void
}

/**
 * The last step: payment by credit card, gift card and reward in any combination. A card is charged the amount on the button, once. If an answer never came,
 * its outcome is looked up, and nothing is paid again.
 */
export function PaymentStep({ view, unresolved, unread, onBack, onStep }: Props) {
  const locked = unread !== undefined
  const navigate = useNavigate()
  const methods = useMethods()
  const [method, setMethod] = useState<Method | undefined>('credit_card')
  const nothingDue =
    view.status === 'PaymentComplete' ||
    (view.totals.dueCents === 0 && view.lines.length > 0 && !view.totals.estimated)
  const proof = usePaymentProof()
  const payment = usePayment({
    view,
    unresolved,
    proof,
    provider: () => source.card.provider,
    onPlaced: () => void navigate({ to: '/ordersubmit', replace: true }),
  })
  const isTooSmall = isTooSmallForCard(view.totals.dueCents)
  const byCard = !nothingDue && method === 'credit_card' && !isTooSmall
  // The note about a gift card's payment disappears once its money went back.
  const isReleased = !nothingDue && view.snapshot?.success_message !== undefined
  const hasForm = useHasForm(payment.unknown !== undefined)
  const source = useCardSource(byCard && hasForm, proof)
  const { card, reach } = source
  const pay = async (services: Parameters<typeof place>[0]): Promise<PayResult> => {
    if (nothingDue) return await place(services, view)
    const how = { ...source.payWith(nameOf(view)), lookFirst: reach === 'unreachable' }
    return await payAndPlace(services, view, how, card.provider)
  }
  const payByWallet = (wallet: WalletPayment): void =>
    payment.act({
      run: (services) =>
        paidOrFailed(wallet, () =>
          payAndPlace(services, view, { card: wallet, name: nameOf(view), proof: proof.body }, card.provider),
        ),
    })
  const paid = { view, payment, locked }
  // One tap pays and places: the guest need not do anything about the state in between.
  const [wasPaid, setWasPaid] = useState(nothingDue)
  if (!payment.busy && wasPaid !== nothingDue) setWasPaid(nothingDue)
  const isPaid = payment.busy ? wasPaid : nothingDue
  const messages = paymentMessages(payment, view)
  return (
    <>
      {payment.unknown && <CheckingPayment {...payment.unknown} />}
      {hasForm && (
        <StepFrame
          title={isPaid ? t('Everything is paid') : t('Payment')}
          away={payment.unknown !== undefined}
          onBack={onBack}
          next={{
            label: nothingDue
              ? t('PLACE YOUR ORDER')
              : t`PLACE YOUR ORDER · ${formatCents(view.totals.dueCents)}`,
            busy: payment.busy,
            disabled: locked || view.totals.estimated || isTooSmall || (!nothingDue && !source.ready),
            pays: true,
            onNext: () => payment.act({ run: pay }),
          }}
        >
          {!payment.unknown && (
            <>
              {messages.length === 0 && !payment.busy && (
                <TimePassed view={view} payment={payment} onStep={onStep} />
              )}
              <RefusalBanner
                messages={messages}
                error={payment.result?.state === 'refused' ? payment.result.error : undefined}
                view={view}
                payment={payment}
                onStep={onStep}
              />
            </>
          )}
          {payment.note && !isReleased && <Banner tone="success" {...payment.note} />}
          {isPaid === nothingDue && <Unplaced view={view} nothingDue={nothingDue} />}
          <AppliedPayments view={view} payment={payment} />
          {!nothingDue && (
            <>
              <RewardPanel {...paid} />
              {/* Shown first, whatever method is chosen: the wallet holds its own cards. */}
              <WalletButtons
                provider={card.provider}
                amountCents={view.totals.dueCents}
                locked={
                  locked ||
                  payment.busy ||
                  isTooSmall ||
                  view.totals.estimated ||
                  reach === 'unreachable' ||
                  proof.lacking
                }
                before={methods.length > 1 ? t('or') : t('or pay by card')}
                onPay={payByWallet}
              />
              {methods.length > 1 && <PaymentMethods methods={methods} value={method} onChange={setMethod} />}
              {/* The card form includes this proof among its fields. It is also asked for after wrong gift card numbers. */}
              {!byCard && <PaymentProof proof={proof} />}
              {method === 'gift_card' && <GiftCardPanel {...paid} proof={proof} />}
              {isTooSmall && method === 'credit_card' && (
                <TooSmall view={view} payment={payment} hasGiftCards={methods.length > 1} onStep={onStep} />
              )}
              {byCard && <CardChoice card={source} />}
              {byCard && reach === 'reachable' && (
                <Unavailable
                  card={card}
                  hasOther={methods.length > 1}
                  onOther={() => setMethod('gift_card')}
                />
              )}
            </>
          )}
          {payment.busy && <SlowPayment />}
          <Waiting reach={reach} estimated={view.totals.estimated} unread={unread} />
        </StepFrame>
      )}
    </>
  )
}

const nameOf = ({ snapshot }: TicketView): string =>
  `${snapshot?.recipient_first_name ?? ''} ${snapshot?.recipient_last_name ?? ''}`.trim()

/** Includes gift cards if the restaurant has them. */
function useMethods(): readonly Method[] {
  const settings = useLocationCopy()?.location.settings
  return settings !== undefined && isOn(settings, 'giftCardPayments')
    ? ['credit_card', 'gift_card']
    : ['credit_card']
}

/** The state of an order that is not placed: paid and waiting for the tap, or refunded because nobody tapped in time. */
function Unplaced({ view: { snapshot }, nothingDue }: { view: TicketView; nothingDue: boolean }) {
  const zone = useLocationCopy()?.location.time_zone
  if (!nothingDue)
    return snapshot?.success_message ? <Banner tone="note" {...noticeOf(snapshot.success_message)} /> : null
  const until = heldUntilText(snapshot, zone)
  const held =
    until === undefined ? [] : [t`We hold it for you until ${until}. After that, gift cards are refunded.`]
  return (
    <Banner
      tone="note"
      header={t('Not sent to the kitchen yet')}
      messages={[t('One more tap sends your order in. Nothing more is charged.'), ...held]}
    />
  )
}

const noticeOf = ({ header, message }: { header: string; message: string }) => ({
  header,
  messages: [message],
})

/** The card provider cannot be reached, but the restaurant can (reliability N9). */
function Unavailable({
  card,
  hasOther,
  onOther,
}: {
  card: CardForm
  hasOther: boolean
  onOther: () => void
}) {
  if (!card.unavailable || !hasOther) return null
  return (
    <p>
      {t('A gift card still works.')}{' '}
      <button type="button" className="button button--quiet" onClick={onOther}>
        {t('Pay with a gift card')}
      </button>
    </p>
  )
}

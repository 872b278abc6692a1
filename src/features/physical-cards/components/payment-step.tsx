import { useNavigate } from '@tanstack/react-router'
import { numberFromCents, parseCurrency } from '#contract/money.ts'
import { type Buyer, listBuyerProblems } from '#contract/rules/card-order.ts'
import { addressText } from '#contract/rules/contact.ts'
import { keepPhysicalTyped, type PhysicalOrderRow } from '#db/physical-orders.ts'
import { PaymentForm } from '#lib/payments/payment-form.tsx'
import { useCardPayment } from '#lib/payments/use-card-payment.ts'
import { useUser } from '#lib/query/account.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { AnswerRows } from '#shared/forms/answer-rows.tsx'
import { MessageRow, RecipientRow } from '#shared/forms/gift-answer-rows.tsx'
import type { StepProps } from '#shared/forms/step-frame.tsx'
import { Box } from '#lib/ui/box.ts'
import { useTyped } from '#lib/ui/use-typed.ts'
import { wholeOf } from '../requests.ts'

type PaymentStepProps = StepProps & {
  row: PhysicalOrderRow
  unresolved: boolean
  /** Goes to the step of an answer. */
  onChange: (step: 'billing' | 'personal_message') => void
}

/** The last step: the whole cart is sent with status `Submit`, and is charged once (specification §4 *Gift cart*). */
export function PaymentStep({ row, unresolved, onBack, onChange }: PaymentStepProps) {
  const { load } = usePortal()
  const navigate = useNavigate()
  const { user } = useUser()
  const session = useSession()
  const isGuest = session.state !== 'user'
  const dueCents = parseCurrency(row.snapshot.totals.total)
  const { typed, snapshot } = row
  const buyer = useTyped<keyof Buyer>(
    () => ({
      buyer_first_name: typed.buyer_first_name ?? snapshot.buyer_first_name ?? '',
      buyer_last_name: typed.buyer_last_name ?? snapshot.buyer_last_name ?? '',
      buyer_email: typed.buyer_email ?? snapshot.buyer_email ?? '',
    }),
    listBuyerProblems,
    (changes) => writeInBackground(load, ({ db }) => keepPhysicalTyped(db, row.orderId, changes)),
  )
  const { buyer_first_name, buyer_last_name, buyer_email } = buyer.values
  const payment = useCardPayment({
    orderId: row.orderId,
    unresolved,
    billingName: isGuest
      ? `${buyer_first_name} ${buyer_last_name}`.trim()
      : `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim(),
    bodyOf: (paid) => ({
      payable: 'posted-order',
      kind: 'checkout',
      body: {
        ...wholeOf(snapshot),
        status: 'Submit',
        amount: numberFromCents(dueCents),
        ...paid,
        ...(isGuest && {
          buyer_first_name: buyer_first_name.trim(),
          buyer_last_name: buyer_last_name.trim(),
          buyer_email: buyer_email.trim(),
        }),
      },
    }),
    onPlaced: () => void navigate({ to: '/thankyou', replace: true }),
  })
  // Answers cannot be changed while a payment is in progress.
  const leadTo = (step: 'billing' | 'personal_message') =>
    payment.busy || payment.unknown ? undefined : () => onChange(step)
  return (
    <Box display="grid" gap="6">
      <AnswerRows>
        <RecipientRow to={snapshot} place={addressText(snapshot)} onChange={leadTo('billing')} />
        <MessageRow message={snapshot.personal_message} onChange={leadTo('personal_message')} />
      </AnswerRows>
      <PaymentForm
        payment={payment}
        buyer={isGuest ? buyer : undefined}
        dueCents={dueCents}
        onBack={onBack}
      />
    </Box>
  )
}

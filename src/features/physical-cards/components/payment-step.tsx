import { useNavigate } from '@tanstack/react-router'
import { numberFromCents, parseCurrency } from '#contract/money.ts'
import { type Buyer, listBuyerProblems } from '#contract/rules/card-order.ts'
import { keepPhysicalTyped, type PhysicalOrderRow } from '#db/physical-orders.ts'
import { PaymentForm } from '#lib/payments/payment-form.tsx'
import { useCardPayment } from '#lib/payments/use-card-payment.ts'
import { useUser } from '#lib/query/account.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import type { StepProps } from '#shared/forms/step-frame.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { wholeOf } from '../requests.ts'

/** The last step: the whole cart goes with status `Submit`, and is charged once (specification §4 *Gift cart*). */
export function PaymentStep({
  row,
  unresolved,
  onBack,
}: StepProps & { row: PhysicalOrderRow; unresolved: boolean }) {
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
    (changes) => void load().then(({ db }) => keepPhysicalTyped(db, row.orderId, changes)),
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
  return (
    <PaymentForm payment={payment} buyer={isGuest ? buyer : undefined} dueCents={dueCents} onBack={onBack} />
  )
}

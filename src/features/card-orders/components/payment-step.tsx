import { numberFromCents, parseCurrency } from '#contract/money.ts'
import { type Buyer, listBuyerProblems } from '#contract/rules/card-order.ts'
import { PaymentForm } from '#lib/payments/payment-form.tsx'
import { useCardPayment } from '#lib/payments/use-card-payment.ts'
import { useUser } from '#lib/query/account.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { Box } from '#lib/ui/box.ts'
import { useTyped } from '#lib/ui/use-typed.ts'
import { type CardOrderStepProps, useStep } from '../use-step.ts'
import { GiftAnswers } from './gift-answers.tsx'

/** The last question. The card is charged the amount on the button, once; then the order is placed and the review shows. */
export function PaymentStep({ unresolved, ...props }: CardOrderStepProps & { unresolved: boolean }) {
  const { row } = props
  const { back, keep, goTo } = useStep(props)
  const { user } = useUser()
  const session = useSession()
  const email = session.state === 'user' ? session.email : undefined
  const dueCents = parseCurrency(row.snapshot.totals.due)
  const { typed, snapshot } = row
  const buyer = useTyped<keyof Buyer>(
    () => ({
      buyer_first_name: typed.buyer_first_name ?? snapshot.buyer_first_name ?? '',
      buyer_last_name: typed.buyer_last_name ?? snapshot.buyer_last_name ?? '',
      buyer_email: typed.buyer_email ?? snapshot.buyer_email ?? '',
    }),
    listBuyerProblems,
    keep,
  )
  const { buyer_first_name, buyer_last_name, buyer_email } = buyer.values
  const payment = useCardPayment({
    orderId: row.orderId,
    unresolved,
    billingName:
      email === undefined
        ? `${buyer_first_name} ${buyer_last_name}`.trim()
        : `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim(),
    bodyOf: (paid) => ({
      payable: 'card-order',
      kind: 'checkout',
      body: {
        amount: numberFromCents(dueCents),
        ...paid,
        // §5: the signed-in user's own address, otherwise the guest's details.
        ...(email === undefined
          ? {
              buyer_first_name: buyer_first_name.trim(),
              buyer_last_name: buyer_last_name.trim(),
              buyer_email: buyer_email.trim(),
            }
          : { recipient_email: email }),
      },
    }),
    // The screen updates from the device's store.
    onPlaced: () => undefined,
  })
  return (
    <Box display="grid" gap="6">
      <GiftAnswers order={snapshot} onChange={payment.busy || payment.unknown ? undefined : goTo} />
      <PaymentForm
        payment={payment}
        buyer={email === undefined ? buyer : undefined}
        dueCents={dueCents}
        onBack={back}
      />
    </Box>
  )
}

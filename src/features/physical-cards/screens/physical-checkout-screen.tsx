import { message, type Message, t } from '#contract/language.ts'
import type { WatchedPhysicalOrder } from '#db/physical-orders.ts'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import { useScrollAfter } from '#lib/ui/use-scroll-after.ts'
import { StepProgress } from '#shared/forms/step-progress.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { BillingStep } from '../components/billing-step.tsx'
import { CartPage } from '../components/cart-page.tsx'
import { CartTotals } from '../components/cart-totals.tsx'
import { PaymentStep } from '../components/payment-step.tsx'
import { PersonalMessageStep } from '../components/personal-message-step.tsx'
import { useFreshCart } from '../use-cart.ts'
import { type CartCheckoutStep, cartCheckoutSteps, useCartCheckoutStep } from '../use-cart-checkout-step.ts'

const names: Record<CartCheckoutStep, Message> = {
  billing: message('Shipping'),
  personal_message: message('Message'),
  payment: message('Payment'),
  done: message('Done'),
}

/** `/checkout`: the recipient, a message, payment. Back from the first step leads to /cart, success to /thankyou (specification §2). */
export const PhysicalCheckoutScreen = () => (
  <CartPage title={t('Checkout')}>
    {({ row, attempt }) =>
      row.snapshot.items.length === 0 && !attempt ? (
        <RedirectTo to="/physicalcards" />
      ) : (
        <Steps key={row.orderId} row={row} attempt={attempt} />
      )
    }
  </CartPage>
)

function Steps({ row, attempt }: WatchedPhysicalOrder) {
  useFreshCart({ row, attempt })
  const { step, at, goTo, goOn, back } = useCartCheckoutStep(row.orderId, attempt !== undefined)
  useScrollAfter(step)
  const props = { row, onBack: back, onDone: goOn }
  return (
    <TwoColumns
      about="cart"
      main={
        <>
          <StepProgress names={cartCheckoutSteps.map((one) => t(names[one]))} at={at} />
          {step === 'billing' && <BillingStep {...props} />}
          {step === 'personal_message' && <PersonalMessageStep {...props} />}
          {step === 'payment' && (
            <PaymentStep {...props} unresolved={attempt !== undefined} onChange={goTo} />
          )}
        </>
      }
      aside={<CartTotals order={row.snapshot} />}
    />
  )
}

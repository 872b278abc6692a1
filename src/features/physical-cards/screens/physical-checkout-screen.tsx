import { message, type Message, t } from '#contract/language.ts'
import type { WatchedPhysicalOrder } from '#db/physical-orders.ts'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { useHistoryVisit } from '#lib/query/use-history-visit.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useScrollAfter } from '#lib/ui/use-scroll-after.ts'
import { StepProgress } from '#shared/forms/step-progress.tsx'
import { TwoColumns } from '#lib/ui/two-columns.tsx'
import { BillingStep } from '../components/billing-step.tsx'
import { CartTotals } from '../components/cart-totals.tsx'
import { NoCart } from '../components/no-cart.tsx'
import { PaymentStep } from '../components/payment-step.tsx'
import { PersonalMessageStep } from '../components/personal-message-step.tsx'
import { useCart, useFreshCart } from '../use-cart.ts'
import { type CartCheckoutStep, cartCheckoutSteps, useCartCheckoutStep } from '../use-cart-checkout-step.ts'

const names: Record<CartCheckoutStep, Message> = {
  billing: message('Shipping'),
  personal_message: message('Message'),
  payment: message('Payment'),
  done: message('Done'),
}

/** `/checkout`: the recipient, a message, payment. Back from the first step leads to /cart, success to /thankyou (specification §2). */
export function PhysicalCheckoutScreen() {
  const cart = useCart()
  const visit = useHistoryVisit()
  return (
    <>
      <PageHead title={t('Checkout')} />
      {cart.state === 'loading' && (
        <div className="container">
          <Skeleton count={3} shape="row" />
        </div>
      )}
      {cart.state === 'none' && <NoCart visit={visit} />}
      {cart.state === 'placed' && <RedirectTo to="/thankyou" />}
      {cart.state === 'open' &&
        (cart.row.snapshot.items.length === 0 && !cart.attempt ? (
          <RedirectTo to="/physicalcards" />
        ) : (
          <Steps key={cart.row.orderId} row={cart.row} attempt={cart.attempt} />
        ))}
    </>
  )
}

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

import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { StepProgress } from '#shared/forms/step-progress.tsx'

const names: Record<CheckoutStep, string> = {
  delivery: 'Order type',
  time: 'Time',
  information: 'Contact',
  promo: 'Promo code',
  tip: 'Tip',
  payment: 'Payment',
}

/** Where in the checkout one is: how far, and what is still to come. */
export function Progress({ steps, current }: { steps: readonly CheckoutStep[]; current: CheckoutStep }) {
  return <StepProgress names={steps.map((step) => names[step])} at={steps.indexOf(current)} />
}

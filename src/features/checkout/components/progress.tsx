import { message, type Message, t } from '#contract/language.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { StepProgress } from '#shared/forms/step-progress.tsx'

const names: Record<CheckoutStep, Message> = {
  delivery: message('Order type'),
  time: message('Time'),
  information: message('Contact'),
  promo: message('Promo code'),
  tip: message('Tip'),
  payment: message('Payment'),
}

/** Progress in checkout: how far, and what is still to come. */
export function Progress({ steps, current }: { steps: readonly CheckoutStep[]; current: CheckoutStep }) {
  return <StepProgress names={steps.map((step) => t(names[step]))} at={steps.indexOf(current)} />
}

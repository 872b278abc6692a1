import { message, type Message } from '#contract/language.ts'
import type { CardOrderStep } from '#contract/rules/card-order.ts'
import type { CardOrderStepProps } from '../use-step.ts'
import { AmountStep } from './amount-step.tsx'
import { MessageStep } from './message-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PhysicalStep } from './physical-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { ProgramStep } from './program-step.tsx'
import { PromoStep } from './promo-step.tsx'
import { RecipientStep } from './recipient-step.tsx'
import { Review } from './review.tsx'

/** The steps' names in the progress display. */
export const stepNames: Record<CardOrderStep, Message> = {
  program: message('Card'),
  amount: message('Amount'),
  physical: message('Card'),
  preview: message('Order'),
  promo: message('Promo'),
  phone: message('Recipient'),
  email: message('Recipient'),
  address: message('Address'),
  message: message('Message'),
  payment: message('Payment'),
  review: message('Done'),
}

export function FlowStep({
  step,
  unresolved,
  ...props
}: CardOrderStepProps & { step: CardOrderStep; unresolved: boolean }) {
  switch (step) {
    case 'program':
      return <ProgramStep {...props} />
    case 'amount':
      return <AmountStep {...props} />
    case 'physical':
      return <PhysicalStep {...props} />
    case 'preview':
      return <PreviewStep {...props} />
    case 'promo':
      return <PromoStep {...props} />
    case 'email':
    case 'phone':
    case 'address':
      return <RecipientStep by={step} {...props} />
    case 'message':
      return <MessageStep {...props} />
    case 'payment':
      return <PaymentStep unresolved={unresolved} {...props} />
    case 'review':
      return <Review order={props.row.snapshot} />
  }
}

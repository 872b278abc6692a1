import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { formatCents } from '#contract/money.ts'
import { useNavigate } from '@tanstack/react-router'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { isAboutField } from '#lib/errors/field-refusal.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { findOpenText } from '#lib/time/open-text.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { wasNotSent } from '#lib/payments/pay.ts'
import type { Payment } from '../use-payment.ts'
import { useSaveStep } from '../use-save-step.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { asksForPerson, PersonBanner } from '#shared/forms/person-banner.tsx'
import { StepButton, ToChange, ToStep, type ToStepContext } from './to-step.tsx'

type RefusalBannerProps = {
  messages: readonly string[]
  /** The restaurant's refusal; undefined if something else went wrong. */
  error: AppError | undefined
  view: TicketView
  payment: Payment
  onStep: (step: CheckoutStep) => void
}

/**
 * What went wrong with paying or placing, and the way on: no refusal is a dead end (docs/design/offline.md, *Reconnecting*). What was not sent has no heading *Error*:
 * nothing was lost, as after a session that ended at the tap.
 */
export function RefusalBanner({ messages, error, ...context }: RefusalBannerProps) {
  if (messages.length === 0) return null
  if (asksForPerson(error)) return <PersonBanner messages={messages} />
  if (wasNotSent(context.payment)) return <Banner intoView tone="error" header={messages.join(' ')} />
  return (
    <Banner
      intoView
      tone="error"
      header={t('Error')}
      messages={messages}
      reference={error?.details.requestId}
    >
      {error && (
        <Box display="grid" gap="2" justifyItems="start" paddingTop="2">
          <NextAction error={error} {...context} />
        </Box>
      )}
    </Banner>
  )
}

function NextAction({ error, ...context }: ToStepContext & { error: AppError }) {
  const navigate = useNavigate()
  if (isAboutField(error, 'ready_time_v2', 'ready_date_v2'))
    return <ToStep {...context} step="time" label={t('CHOOSE ANOTHER TIME')} />
  if (isAboutField(error, 'use_delivery', 'use_curbside'))
    return <ToStep {...context} step="delivery" label={t('CHOOSE ANOTHER WAY')} />
  // The address was in the delivery area when it was typed, but no longer is. The information step offers alternatives.
  if (isAboutField(error, 'recipient_zip'))
    return <ToStep {...context} step="information" label={t('CHANGE THE ADDRESS')} />
  switch (error.code) {
    case 'kitchen_closed':
      return <WhenOpen {...context} />
    case 'promo_invalid':
      return <WithoutCode view={context.view} />
    case 'sold_out':
      return (
        <ToChange
          {...context}
          label={t('REVIEW YOUR ORDER')}
          onChange={() => void navigate({ to: '/ordercart' })}
        />
      )
    default:
      return null
  }
}

/** When the kitchen opens next, with a way to order for then if that is offered. */
function WhenOpen(context: ToStepContext) {
  const copy = useLocationCopy()
  const now = useNow()
  const opens = copy && findOpenText(copy.location, now)
  const settings = context.view.snapshot?.settings
  const ahead =
    settings?.show_order_ahead_option === true &&
    settings.available_order_ahead_time_slots_for_the_future.length > 0
  const phone = copy?.location.phone
  return (
    <>
      {opens && !opens.open && <Text>{opens.text}</Text>}
      {ahead ? (
        <ToStep {...context} step="time" label={t('ORDER FOR LATER')} />
      ) : (
        <Text>
          {rich`Your order is kept on this device until then${phone ? rich`, or call ${wholePhones(phone)}` : ''}.`}
        </Text>
      )}
    </>
  )
}

/** The promo code is no longer valid: its line says so, and the order continues at full price once the restaurant knows. */
function WithoutCode({ view }: Pick<RefusalBannerProps, 'view'>) {
  const { save, saving, messages } = useSaveStep(view.draftId, () => undefined)
  if (!view.snapshot?.promo_code)
    return (
      <Text>{rich`Your code was removed. Your new total is ${formatCents(view.totals.totalCents)}.`}</Text>
    )
  return (
    <>
      {messages.map((message) => (
        <Text key={message}>{translateAnswer(message)}</Text>
      ))}
      <StepButton
        label={t('CONTINUE WITHOUT IT')}
        onPress={() => !saving && save({ kind: 'ticket.update', body: { promo_code: '' } })}
      />
    </>
  )
}

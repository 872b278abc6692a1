import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { type CheckoutStep, holdsMoney } from '#contract/rules/ticket.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { mayRelease, releaseTenders } from '../tenders.ts'
import type { Payment } from '../use-payment.ts'

export type ToStepContext = { view: TicketView; payment: Payment; onStep: (step: CheckoutStep) => void }

export const StepButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button look="second" onClick={onPress}>
    {label}
  </Button>
)

/** Leads to a step whose answer must change. */
export const ToStep = ({
  onStep,
  step,
  ...context
}: ToStepContext & { step: CheckoutStep; label: string }) => (
  <ToChange {...context} onChange={() => onStep(step)} />
)

type ToChangeProps = Omit<ToStepContext, 'onStep'> & {
  label: string
  /** Leads to what must change. */
  onChange: () => void
}

/** Leads to something that must change. Money must come off the order first: nothing changes while it is there. */
export function ToChange({ view, payment, label, onChange }: ToChangeProps) {
  const location = useLocationCopy()?.location
  if (!holdsMoney(view.snapshot)) return <StepButton label={label} onPress={onChange} />
  if (!mayRelease(view, location)) {
    const phone = location?.phone
    return (
      <Text>
        {phone
          ? rich`Part of this order is paid, so it cannot be changed here. Please call ${wholePhones(phone)}.`
          : t('Part of this order is paid, so it cannot be changed here. Please call the restaurant.')}
      </Text>
    )
  }
  const release = (): void =>
    payment.act({
      async run(services) {
        const made = await releaseTenders(services, view)
        if (made.state === 'done') onChange()
        return made
      },
    })
  return (
    <>
      <Text>
        {t(
          'To change your order, first remove its payments. Gift cards are refunded and your reward comes back.',
        )}
      </Text>
      <StepButton label={t('REMOVE PAYMENTS')} onPress={() => !payment.busy && release()} />
    </>
  )
}

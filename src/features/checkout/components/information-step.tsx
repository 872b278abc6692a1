import { Box } from '#lib/ui/box.ts'
import { useState } from 'react'
import { carMakes, states } from '#contract/reference-data.ts'
import { type Contact, emptyContact, formatPhone, listContactProblems, phoneDigits } from '#contract/rules/contact.ts'
import type { TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { TicketView } from '#lib/sync/ticket-view.ts'
import { Field, Select, TextArea, TextInput } from '#lib/ui/field.tsx'
import { PhoneInput } from '#lib/ui/phone-input.tsx'
import { useSaveStep } from '../use-save-step.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

type Props = StepProps & { view: TicketView; kept: Partial<Contact> | undefined }

/** Who it is for, and where to. What is wrong shows at its field once it was left or CONTINUE was tried; nothing typed is ever lost. */
export function InformationStep({ view, kept, onBack, onDone }: Props) {
  const { load } = usePortal()
  const [contact, setContact] = useState<Contact>(() => ({ ...fromTicket(view), ...kept }))
  const [left, setLeft] = useState<ReadonlySet<keyof Contact>>(new Set())
  const { save, saving, messages } = useSaveStep(view.draftId, onDone)
  const problems = listContactProblems(contact, view.useDelivery)
  const set = (field: keyof Contact, value: string): void => {
    const next = { ...contact, [field]: value }
    setContact(next)
    void load().then((services) => services.keepContact(view.draftId, next))
  }
  /** What every text field of the form has in common. */
  const text = (field: keyof Contact) => ({
    value: contact[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
    onBlur: () => setLeft((now) => new Set(now).add(field)),
  })
  const shown = (field: keyof Contact): string | undefined => (left.has(field) ? problems[field] : undefined)
  const go = (): void => {
    const open = Object.keys(problems) as (keyof Contact)[]
    if (open.length === 0) return save({ kind: 'ticket.update', body: bodyOf(contact, view.useDelivery) })
    setLeft(new Set(Object.keys(emptyContact) as (keyof Contact)[]))
    document.querySelector<HTMLElement>(`[name="${open[0]}"]`)?.focus()
  }
  return (
    <StepFrame
      title={view.useDelivery ? 'Where should it go?' : 'Who is picking it up?'}
      messages={messages}
      onBack={onBack}
      next={{ label: 'CONTINUE', busy: saving, onNext: go }}
    >
      <Box display="grid" gap="5" gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}>
        <Field label="First name" problem={shown('recipient_first_name')}>
          {(props) => <TextInput {...props} name="recipient_first_name" autoComplete="given-name" {...text('recipient_first_name')} />}
        </Field>
        <Field label="Last name" problem={shown('recipient_last_name')}>
          {(props) => <TextInput {...props} name="recipient_last_name" autoComplete="family-name" {...text('recipient_last_name')} />}
        </Field>
        <Field label="Phone" problem={shown('recipient_phone')}>
          {(props) => <PhoneInput {...props} name="recipient_phone" {...text('recipient_phone')} />}
        </Field>
        <Field label="Email" problem={shown('recipient_email')}>
          {(props) => <TextInput {...props} name="recipient_email" type="email" autoComplete="email" {...text('recipient_email')} />}
        </Field>
        {view.useDelivery ? <AddressFields text={text} shown={shown} /> : <VehicleFields text={text} />}
      </Box>
      <Field label={view.useDelivery ? 'Note for the driver' : 'Note for the kitchen'} optional>
        {(props) => <TextArea {...props} name="recipient_comment" maxLength={500} {...text('recipient_comment')} />}
      </Field>
    </StepFrame>
  )
}

type TextProps = (field: keyof Contact) => { value: string; onChange: (event: { target: { value: string } }) => void; onBlur: () => void }

function AddressFields({ text, shown }: { text: TextProps; shown: (field: keyof Contact) => string | undefined }) {
  return (
    <>
      <Field label="Street address" problem={shown('recipient_address')}>
        {(props) => <TextInput {...props} name="recipient_address" autoComplete="address-line1" {...text('recipient_address')} />}
      </Field>
      <Field label="Apartment, floor" optional>
        {(props) => <TextInput {...props} name="recipient_address2" autoComplete="address-line2" {...text('recipient_address2')} />}
      </Field>
      <Field label="City" problem={shown('recipient_city')}>
        {(props) => <TextInput {...props} name="recipient_city" autoComplete="address-level2" {...text('recipient_city')} />}
      </Field>
      <Box display="grid" gap="5" gridTemplateColumns="minmax(0, 1.4fr) minmax(0, 1fr)">
        <Field label="State" problem={shown('recipient_state')}>
          {(props) => (
            <Select {...props} name="recipient_state" autoComplete="address-level1" {...text('recipient_state')}>
              <option value="">Choose</option>
              {states.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Zip" problem={shown('recipient_zip')}>
          {(props) => (
            <TextInput {...props} name="recipient_zip" inputMode="numeric" maxLength={5} autoComplete="postal-code" {...text('recipient_zip')} />
          )}
        </Field>
      </Box>
    </>
  )
}

function VehicleFields({ text }: { text: TextProps }) {
  return (
    <>
      <Field label="Car make" optional hint="So that we find you at the curb">
        {(props) => (
          <Select {...props} name="vehicle_make" {...text('vehicle_make')}>
            <option value="">Choose</option>
            {carMakes.map((make) => (
              <option key={make} value={make}>
                {make}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Model" optional>
        {(props) => <TextInput {...props} name="vehicle_model" autoComplete="off" {...text('vehicle_model')} />}
      </Field>
      <Field label="Color" optional>
        {(props) => <TextInput {...props} name="vehicle_color" autoComplete="off" {...text('vehicle_color')} />}
      </Field>
      <Field label="License plate" optional>
        {(props) => <TextInput {...props} name="vehicle_license" autoComplete="off" maxLength={16} {...text('vehicle_license')} />}
      </Field>
    </>
  )
}

function fromTicket({ snapshot }: TicketView): Contact {
  const fields = Object.keys(emptyContact) as (keyof Contact)[]
  const contact = Object.fromEntries(fields.map((field) => [field, snapshot?.[field] ?? ''])) as Contact
  return { ...contact, recipient_phone: formatPhone(contact.recipient_phone) }
}

function bodyOf(contact: Contact, delivery: boolean): TicketUpdateBody {
  const {
    recipient_address,
    recipient_address2,
    recipient_city,
    recipient_state,
    recipient_zip,
    vehicle_make,
    vehicle_model,
    vehicle_color,
    vehicle_license,
    ...person
  } = contact
  const phone = phoneDigits(contact.recipient_phone)
  const who = { ...person, recipient_email: contact.recipient_email.trim(), recipient_phone: phone, phone_number: phone }
  return delivery
    ? { ...who, recipient_address, recipient_address2, recipient_city, recipient_state, recipient_zip }
    : { ...who, use_curbside: true, vehicle_make, vehicle_model, vehicle_color, vehicle_license }
}

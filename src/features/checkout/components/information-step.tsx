import { useState } from 'react'
import {
  type Contact,
  emptyContact,
  formatPhone,
  listContactProblems,
  phoneDigits,
} from '#contract/rules/contact.ts'
import type { TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { User } from '#contract/schemas/user.ts'
import { useUser } from '#lib/query/account.ts'
import { usePlaces } from '#lib/query/places.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { ContactFields } from '#shared/forms/contact-fields.tsx'
import { useSaveStep } from '../use-save-step.ts'
import type { Usual } from '../use-usual.ts'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'

type Props = StepProps & { view: TicketView; kept: Partial<Contact> | undefined; usual: Usual }

/** Who it is for, and where to. What is wrong shows at its field once it was left or CONTINUE was tried; nothing typed is ever lost. */
export function InformationStep({ view, kept, usual, onBack, onDone }: Props) {
  const { load } = usePortal()
  const { user } = useUser()
  const places = usePlaces()
  const [typed, setTyped] = useState<Partial<Contact>>(kept ?? {})
  const contact: Contact = { ...fromTicket(view, user, usual), ...typed }
  const [left, setLeft] = useState<ReadonlySet<keyof Contact>>(new Set())
  const { save, saving, messages } = useSaveStep(view.draftId, onDone)
  const problems = listContactProblems(contact, view.useDelivery)
  const fill = (changes: Partial<Contact>): void => {
    const next = { ...typed, ...changes }
    setTyped(next)
    void load().then((services) => services.keepContact(view.draftId, next))
  }
  const set = (field: keyof Contact, value: string): void => fill({ [field]: value })
  /** What every text field of the form has in common. */
  const text = <F extends keyof Contact>(field: F) => ({
    name: field,
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
      <ContactFields
        text={text}
        shown={shown}
        delivery={view.useDelivery}
        finding={{ places, fill }}
        vehicleHint="So that we find you at the curb"
      />
    </StepFrame>
  )
}

/**
 * What the ticket says, else the account, else the last order: nobody types their name twice (WCAG 3.3.7). An address and a car come from one of them
 * whole: half of each would be somebody else's house.
 */
function fromTicket({ snapshot }: TicketView, user: User | undefined, usual: Usual): Contact {
  const sources: Partial<Record<keyof Contact, string | null | undefined>>[] = [
    snapshot ?? {},
    user ? contactOf(user) : {},
    usual.contact,
  ]
  const fields = Object.keys(emptyContact) as (keyof Contact)[]
  const contact = Object.fromEntries(
    fields.map((field) => {
      const together = [address, car].find((one) => one.includes(field)) ?? [field]
      return [field, sources.find((source) => together.some((one) => source[one]))?.[field] ?? '']
    }),
  ) as Contact
  return { ...contact, recipient_phone: formatPhone(contact.recipient_phone) }
}

const address: readonly (keyof Contact)[] = [
  'recipient_address',
  'recipient_address2',
  'recipient_city',
  'recipient_state',
  'recipient_zip',
]
const car: readonly (keyof Contact)[] = ['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_license']

const contactOf = (user: User): Partial<Contact> => ({
  recipient_first_name: user.first_name,
  recipient_last_name: user.last_name,
  recipient_email: user.email,
  recipient_phone: user.phone,
  recipient_address: user.address,
  recipient_address2: user.address2,
  recipient_city: user.city,
  recipient_state: user.state,
  recipient_zip: user.zip,
})

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
  const who = {
    ...person,
    recipient_email: contact.recipient_email.trim(),
    recipient_phone: phone,
    phone_number: phone,
  }
  return delivery
    ? { ...who, recipient_address, recipient_address2, recipient_city, recipient_state, recipient_zip }
    : { ...who, use_curbside: true, vehicle_make, vehicle_model, vehicle_color, vehicle_license }
}

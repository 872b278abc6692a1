import { t } from '#contract/language.ts'
import { useRef, useState } from 'react'
import { vehicleText } from '#contract/rules/check-in.ts'
import { type Contact, emptyContact } from '#contract/rules/contact.ts'
import { findAreaProblem, listOrderProblems } from '#contract/rules/delivery-area.ts'
import { useUser } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePlaces } from '#lib/query/places.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTypedOf, keepTypedOf } from '#lib/query/typed-forms.ts'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { type CarLineProps, useOpenCar } from '#shared/forms/car-line.tsx'
import { ContactFields } from '#shared/forms/contact-fields.tsx'
import { findArea, listWays, wayOf } from '../answers.ts'
import { contactBody, hasCar, isOfCar, knownContact, mergeContacts, withOwnState } from '../known-contact.ts'
import { refreshAfterRefusal } from '../requests.ts'
import { useSaveStep } from '../use-save-step.ts'
import type { Habits, Fulfillment } from '../habits.ts'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'
import { OutsideArea } from './outside-area.tsx'

type Props = StepProps & { view: TicketView; stored: Partial<Contact> | undefined; usual: Habits }

/** Who the order is for, and where it goes. Problems show at a field once it was left or CONTINUE was tried. Nothing typed is ever lost. */
export function InformationStep({ view, stored, usual, onBack, onDone }: Props) {
  const { load } = usePortal()
  const { user } = useUser()
  const places = usePlaces()
  // A reload may come before the store has written: what is typed is also kept in the tab until it is sent.
  const [typed, setTyped] = useState<Partial<Contact>>(() => ({
    ...stored,
    ...findTypedHere(view),
  }))
  const home = useLocationCopy()?.location.state
  const contact: Contact = { ...withOwnState(knownContact(view.snapshot, user, usual), home), ...typed }
  const [left, setLeft] = useState<ReadonlySet<keyof Contact>>(new Set())
  const { save, saving, messages } = useSaveStep(
    view.draftId,
    () => {
      keepTypedOf('recipient', view.draftId, undefined)
      return onDone()
    },
    (services) => refreshAfterRefusal(services, view),
  )
  // Stays on this step, which then asks for less.
  const instead = useSaveStep(view.draftId, () => undefined)
  const takeInstead = (way: Fulfillment): void =>
    instead.save({
      kind: 'ticket.update',
      body: { use_delivery: false, use_curbside: way === 'curbside' },
    })
  const area = findArea(view)
  const problems = listOrderProblems(contact, area)
  const outside = area && findAreaProblem(contact.recipient_zip, area)
  // A ref to the newest values: a late answer of the address search may belong to an older render.
  const newest = useRef(typed)
  const fill = (changes: Partial<Contact>): void => {
    const next = { ...newest.current, ...changes }
    newest.current = next
    setTyped(next)
    keepTypedOf('recipient', view.draftId, { ...changes, [baseName]: baseOf(view) })
    writeInBackground(load, (services) => services.keepContact(view.draftId, next))
  }
  const set = (field: keyof Contact, value: string): void => fill({ [field]: value })
  /** The props that all text fields of the form share. */
  const text = <F extends keyof Contact>(field: F) => ({
    name: field,
    value: contact[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
    onBlur: () => setLeft((now) => new Set(now).add(field)),
  })
  // A complete address outside the delivery area says so at once, even if it was prefilled or picked from the list.
  const isShown = (field: keyof Contact): boolean =>
    left.has(field) || (field === 'recipient_zip' && outside !== undefined)
  const shown = (field: keyof Contact): string | undefined => (isShown(field) ? problems[field] : undefined)
  const go = (): void => {
    const open = Object.keys(problems) as (keyof Contact)[]
    if (open.length === 0) return save({ kind: 'ticket.update', body: contactBody(contact, wayOf(view)) })
    setLeft(new Set(Object.keys(emptyContact) as (keyof Contact)[]))
    document.querySelector<HTMLElement>(`[name="${open[0]}"]`)?.focus()
  }
  const car = useFoldedCar(contact, [...Object.keys(typed), ...Object.keys(problems)])
  return (
    <StepFrame
      title={view.useDelivery ? t('Where should it go?') : t('Who is picking it up?')}
      messages={[...messages, ...instead.messages]}
      onBack={onBack}
      next={{ label: t('CONTINUE'), busy: saving, onNext: go }}
    >
      <ContactFields
        text={text}
        shown={shown}
        delivery={view.useDelivery}
        finding={{ places, fill }}
        instead={
          <OutsideArea
            problem={outside}
            ways={view.snapshot ? listWays(view.snapshot.settings) : []}
            busy={instead.saving}
            onTake={takeInstead}
          />
        }
        car={view.useCurbside ? car : undefined}
        vehicleHint={view.useCurbside ? t('So that we find you at the curb') : null}
      />
    </StepFrame>
  )
}

const baseName = 'base'
/** The guest's details on the order, as one string to compare. */
const baseOf = ({ recipient }: TicketView): string => JSON.stringify(mergeContacts([recipient]))

/** What was typed in this tab on top of the order's details; nothing if another tab has changed those since. Then the store has what was typed last. */
function findTypedHere(view: TicketView): Partial<Contact> {
  const { [baseName]: base, ...typed } = findTypedOf('recipient', view.draftId)
  return base === baseOf(view) ? typed : {}
}

/** The car folded into a line: if it is known and valid, or not told yet. What is typed here or wrong (`open`) stays in its fields. */
function useFoldedCar(contact: Contact, open: readonly string[]): CarLineProps | undefined {
  const [isOpen, onOpen] = useOpenCar()
  if (isOpen || isOfCar(open)) return undefined
  return { text: hasCar(contact) ? vehicleText(contact) : undefined, onOpen }
}

import { t } from '#contract/language.ts'
import { useId, useState } from 'react'
import { type Contact, emptyContact } from '#contract/rules/contact.ts'
import { type DeliveryArea, listOrderProblems, areaWithOwnZip } from '#contract/rules/delivery-area.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { usePlaces } from '#lib/query/places.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTypedOf, keepTypedOf, wasTypedBeforeReload } from '#lib/query/typed-forms.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { ContactFields } from '#shared/forms/contact-fields.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { detailsOf, updateDetails } from '../requests.ts'

type Props = {
  order: TicketOrder
  /** False once the kitchen has the order. What is being typed then stays, and the restaurant refuses it. */
  editable: boolean
  onSaved: () => void
}

/**
 * EDIT DETAILS of a placed order: the information step's form in a dialog that stays open until the restaurant has accepted it. Only CANCEL gives up what was
 * typed.
 */
export function EditDetails({ order, editable, onSaved }: Props) {
  const [open, setOpen] = useState(() => editable && wasOpenBeforeReload(order))
  const formId = useId()
  const { save, saving, failure, forget } = useSaving(order, () => {
    keepTypedOf('details', order.id, undefined)
    setOpen(false)
    onSaved()
  })
  // Does not close while sending: nobody would see a refusal.
  const close = (kept: Record<string, string> | undefined): void => {
    if (saving) return
    forget()
    keepTypedOf('details', order.id, kept)
    setOpen(false)
    // The button that would get the focus back is gone.
    if (!editable) focusScreen()
  }
  const cancel = (): void => close(undefined)
  // Escape, the cross and a tap beside it are pressed by mistake, too: what was typed is there again when it is opened.
  const dismiss = (): void =>
    close(editable && Object.keys(findChanges(order)).length > 0 ? { [dismissedName]: 'yes' } : undefined)
  if (!editable && !open) return null
  return (
    <>
      <Button look="second" onClick={() => setOpen(true)}>
        {t('EDIT DETAILS')}
      </Button>
      <Dialog
        open={open}
        onClose={dismiss}
        title={order.use_delivery ? t('Delivery details') : t('Pickup details')}
        actions={
          <>
            <Button type="submit" form={formId} busy={saving}>
              {saving ? t('SAVING') : t('SAVE')}
            </Button>
            <Button look="second" disabled={saving} onClick={cancel}>
              {t('CANCEL')}
            </Button>
          </>
        }
      >
        <Details order={order} formId={formId} failure={failure} onSave={save} />
      </Dialog>
    </>
  )
}

const baseName = 'base'
/** The order's details, as one string to compare. */
const baseOf = (order: TicketOrder): string => JSON.stringify(contactOf(order))

/** Marks that the dialog was closed over what was typed. */
const dismissedName = 'dismissed'

/** What was typed on top of this order's details; nothing if those have changed meanwhile, because mixed halves of two addresses are useless. */
function findChanges(order: TicketOrder): Partial<Contact> {
  const { [baseName]: base, [dismissedName]: _, ...typed } = findTypedOf('details', order.id)
  return base === baseOf(order) ? typed : {}
}

/** Something was typed and the dialog was open when the page was reloaded; not if it was left by a link or BACK. */
const wasOpenBeforeReload = (order: TicketOrder): boolean =>
  wasTypedBeforeReload('details', order.id) &&
  findTypedOf('details', order.id)[dismissedName] !== 'yes' &&
  Object.keys(findChanges(order)).length > 0

function useSaving(order: TicketOrder, onDone: () => void) {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const saving = useSingleMutation({
    mutationFn: async (contact: Contact) => {
      const services = await load()
      const body = detailsOf(contact, order.use_delivery)
      await updateDetails(services, order, body, keyOf(services, body))
    },
    onSuccess: onDone,
    onSettled: (_, cause) => noteOutcome(cause),
  })
  return {
    save: saving.mutate,
    forget: saving.reset,
    saving: saving.isPending,
    failure: saving.error,
  }
}

type DetailsProps = {
  order: TicketOrder
  formId: string
  failure: Error | null
  onSave: (contact: Contact) => void
}

function Details({ order, formId, failure, onSave }: DetailsProps) {
  const delivery = order.use_delivery
  const places = usePlaces()
  const form = useTyped<keyof Contact>(
    () => ({ ...contactOf(order), ...findChanges(order) }),
    (values) => listOrderProblems(values, delivery ? areaOf(order) : undefined),
    (changes) =>
      keepTypedOf('details', order.id, { ...changes, [baseName]: baseOf(order), [dismissedName]: 'no' }),
  )
  const { text, shown } = form
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.check()) onSave(form.values)
      }}
    >
      <Box display="grid" gap="5">
        {failure && <FailureBanner error={asAppError(failure)} messages={explain(asAppError(failure))} />}
        <ContactFields
          text={text}
          shown={shown}
          delivery={delivery}
          finding={{ places, fill: form.fill }}
          {...((order.recipient_checked_in === true || !order.use_curbside) && { vehicleHint: null })}
        />
      </Box>
    </form>
  )
}

/** Where the order may still go: the current delivery area, and its present address. */
const areaOf = ({ settings, recipient_zip = '' }: TicketOrder): DeliveryArea =>
  areaWithOwnZip({ zips: settings.delivery_zips, canPickUp: false }, recipient_zip)

function contactOf(order: TicketOrder): Contact {
  const fields = Object.keys(emptyContact) as (keyof Contact)[]
  const contact = Object.fromEntries(fields.map((field) => [field, order[field] ?? ''])) as Contact
  return { ...contact, recipient_phone: formatPhone(contact.recipient_phone) }
}

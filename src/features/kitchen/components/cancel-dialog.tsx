import { useState } from 'react'
import { formatPhone } from '#contract/rules/contact.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { formatCents } from '#contract/money.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import styles from './kitchen.module.css'

/** Asks before an order is cancelled: its guest is told, and the money goes back. */
export function CancelDialog({
  order,
  onClose,
  onCancel,
}: {
  order: KitchenOrder
  onClose: () => void
  /** With the staff's own words, where they wrote any. */
  onCancel: (note: string | undefined) => void
}) {
  const [note, setNote] = useState('')
  const actions = (
    <>
      <Button onClick={() => onCancel(note.trim() === '' ? undefined : note.trim())}>
        CANCEL {order.name}
      </Button>
      <Button look="second" onClick={onClose}>
        KEEP IT
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={`Cancel order ${order.name}?`} actions={actions}>
      <div className={styles.choice}>
        <p>
          {restOf(order)} goes back to the guest, and their page says that the order was cancelled. This
          cannot be undone; please call them, too
          {wholePhones(order.recipient_phone ? `: ${formatPhone(order.recipient_phone)}` : '')}.
        </p>
        <Field label="Note for the staff" optional>
          {(field) => (
            <TextInput
              {...field}
              maxLength={200}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

/** What has not gone back already. */
const restOf = ({ refundable, totals }: KitchenOrder): string =>
  refundable
    ? formatCents(
        refundable.tenders.reduce((sum, { order_cents, tip_cents }) => sum + order_cents + tip_cents, 0),
      )
    : totals.total

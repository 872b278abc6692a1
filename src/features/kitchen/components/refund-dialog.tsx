import { useState } from 'react'
import { formatCents, numberFromCents } from '#contract/money.ts'
import { partText } from '#contract/rules/refund-words.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { Refundable, RefundBody, RefundReason } from '#contract/schemas/refund.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'
import { choiceOf, type Chosen, everything, nothingChosen, priceChosen } from '../refund-choice.ts'
import styles from './kitchen.module.css'

type Props = {
  order: KitchenOrder
  sending: boolean
  error: AppError | undefined
  onClose: () => void
  onRefund: (body: RefundBody) => void
}

const reasons: Record<RefundReason, string> = {
  missing: 'Something was missing',
  wrong: 'Something was not as ordered',
  quality: 'Something was not good enough',
  late: 'It came too late',
  sold_out: 'Something was sold out',
  other: 'Something else',
}

/** Chooses what of an order goes back and why, and says where it goes before it does. It stays until the restaurant's server has taken it. */
export function RefundDialog({ order, sending, error, onClose, onRefund }: Props) {
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const [reason, setReason] = useState<RefundReason>('missing')
  const [note, setNote] = useState('')
  const { refundable } = order
  // It was cancelled meanwhile.
  if (!refundable) return undefined
  const priced = priceChosen(refundable, chosen)
  const send = () => {
    const { lines, delivery, tipCents } = choiceOf(refundable, chosen)
    onRefund({
      lines: [...lines],
      delivery,
      tip: numberFromCents(tipCents),
      amount: numberFromCents(priced.totalCents),
      reason,
      ...(note.trim() !== '' && { note: note.trim() }),
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Refund order ${order.name}`}
      actions={
        <>
          <Button disabled={sending || priced.totalCents === 0} onClick={send}>
            GIVE BACK {formatCents(priced.totalCents)}
          </Button>
          <Button look="second" onClick={onClose}>
            CLOSE
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        {error && (
          <Banner
            intoView
            tone="error"
            header="Error"
            messages={explain(error)}
            reference={error.details.requestId}
          />
        )}
        <Parts order={order} refundable={refundable} chosen={chosen} onChange={setChosen} />
        <Field label="Why">
          {(field) => (
            <Select
              {...field}
              value={reason}
              onChange={(event) => setReason(event.target.value as RefundReason)}
            >
              {Object.entries(reasons).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
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
        <div className={styles.result} role="status">
          {priced.parts.length === 0
            ? priced.goneCents > 0
              ? 'All that was paid has gone back.'
              : 'Choose what goes back.'
            : priced.parts.map((part) => <p key={part.paymentId}>{wordsOf(part)}</p>)}
          {priced.parts.length > 0 && priced.goneCents > 0 && (
            <p>This is all that is left: {formatCents(priced.goneCents)} went back outside of this page.</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const wordsOf = (part: ReturnType<typeof priceChosen>['parts'][number]): string =>
  partText({
    tender_type: part.tenderType,
    display_name: part.displayName,
    amount: formatCents(part.nonTipCents + part.tipCents),
  })

type PartsProps = {
  order: KitchenOrder
  refundable: Refundable
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** Dishes, delivery and tip that can still go back. */
function Parts({ order, refundable, chosen, onChange }: PartsProps) {
  const { lines, delivery_cents, tip_cents } = refundable
  return (
    <>
      {lines.map(({ index, quantity, refunded }) => (
        <Field
          key={index}
          label={order.items.find((item) => item.index === index)?.name ?? ''}
          hint={refunded > 0 ? `${refunded} of ${quantity} went back already.` : `${quantity} ordered.`}
        >
          {(field) => (
            <Select
              {...field}
              value={Math.min(chosen.quantities[index] ?? 0, quantity - refunded)}
              disabled={refunded === quantity}
              onChange={(event) =>
                onChange({
                  ...chosen,
                  quantities: { ...chosen.quantities, [index]: Number(event.target.value) },
                })
              }
            >
              {Array.from({ length: quantity - refunded + 1 }, (_, count) => (
                <option key={count} value={count}>
                  {count === 0 ? 'None' : count}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {delivery_cents > 0 && (
        <Check
          label={`Delivery, ${formatCents(delivery_cents)}`}
          checked={chosen.delivery}
          onChange={(delivery) => onChange({ ...chosen, delivery })}
        />
      )}
      {tip_cents > 0 && (
        <Check
          label={`Tip, ${formatCents(tip_cents)}`}
          checked={chosen.tip}
          onChange={(tip) => onChange({ ...chosen, tip })}
        />
      )}
      <div>
        <Button look="quiet" onClick={() => onChange(everything(refundable))}>
          Everything that is left
        </Button>
      </div>
    </>
  )
}

const Check = ({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <label className={styles.check}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)

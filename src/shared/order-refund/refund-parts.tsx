import { formatCents } from '#contract/money.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { Refundable } from '#contract/schemas/refund.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, Select } from '#lib/ui/field.tsx'
import { type Chosen, dishOf, everything } from './refund-choice.ts'
import styles from './order-refund.module.css'

type PartsProps = {
  order: KitchenOrder
  refundable: Refundable
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** Dishes, delivery and tip that can still be refunded. */
export function RefundParts({ order, refundable, chosen, onChange }: PartsProps) {
  const { lines, delivery_cents, tip_cents } = refundable
  return (
    <>
      {lines.map(({ index, quantity, refunded, cents }) => (
        <Field
          key={index}
          label={dishOf(order, index)}
          hint={[
            `${quantity} ordered for ${formatCents(cents)}, tax included.`,
            ...(refunded > 0 ? [`${refunded} of ${quantity} already refunded.`] : []),
          ].join(' ')}
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
          label={`Delivery charge, ${formatCents(delivery_cents)}`}
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

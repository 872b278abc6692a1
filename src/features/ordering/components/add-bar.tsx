import { t } from '#contract/language.ts'
import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCents } from '#contract/money.ts'
import { maximumLineQuantity } from '#contract/rules/quantity.ts'
import { eachTap, failedMark, liveText } from '#lib/paint/marks.ts'
import { useHeight } from '#lib/paint/use-height.ts'
import type { ItemForm } from '../use-item-form.ts'
import type { Place } from './saved-dialog.tsx'
import styles from './order-form.module.css'

type AddBarProps = {
  form: ItemForm
  /** Warns that the dish, as chosen, contains something the diner avoids; empty if it does not. */
  warning: ReactNode
  /** Why the dish cannot be ordered; undefined if it can. */
  soldOut: string | undefined
  edited: boolean
  saving: boolean
  /** The button was pressed while a required choice was still missing. */
  asked: boolean
  onPress: (at: Place) => void
}

/**
 * Quantity and ADD TO ORDER with the live total, always in reach. Missing choices are listed below it, and pressing the button leads to the first of them, so
 * that it is only `aria-disabled` (specification §5 *Item page*).
 */
export function AddBar({ form, warning, soldOut, edited, saving, asked, onPress }: AddBarProps) {
  const total = formatCents(form.totalCents)
  const bar = useHeight('--bar')
  return (
    <div ref={bar} className={styles.bar} data-add-bar>
      <Quantity value={form.quantity} touched={form.touched} onChange={form.setQuantity} />
      <button
        type="submit"
        className={`button ${form.canSave ? 'button--solid' : 'button--second'} ${styles.add}`}
        // Not `disabled` while saving, which would lose the focus. A second press does nothing.
        aria-disabled={saving || !form.canSave || undefined}
        aria-describedby="open-choices"
        onPointerDown={({ clientX, clientY }) => onPress({ clientX, clientY })}
      >
        <span>{soldOut ? t('SOLD OUT') : edited ? t('SAVE TO ORDER') : t('ADD TO ORDER')}</span>
        <span className="price" {...(form.touched && liveText)}>
          {total}
        </span>
      </button>
      <p className={styles.warning} role="status">
        {warning}
      </p>
      <p
        id="open-choices"
        className={styles.open}
        data-asked={asked || undefined}
        role="status"
        {...(soldOut ? failedMark : undefined)}
      >
        {soldOut ?? form.problems[0]?.message}
      </p>
      <p className="visually-hidden" role="status">
        {form.touched && t`Total ${total}`}
      </p>
    </div>
  )
}

type QuantityProps = {
  value: number
  /** The diner has changed it: a later launch does not start from this value (`liveText`). */
  touched: boolean
  onChange: (quantity: number) => void
}

function Quantity({ value, touched, onChange }: QuantityProps) {
  return (
    <div className={styles.quantity} role="group" aria-label={t('Quantity')}>
      <button
        type="button"
        {...eachTap}
        aria-label={t('One less')}
        // `aria-disabled` at its limit: `disabled` would take the focus away from the pressed button.
        aria-disabled={value <= 1}
        onClick={() => value > 1 && onChange(value - 1)}
      >
        <Minus aria-hidden size={20} />
      </button>
      <output className="price" aria-label={t`${value} of this`} {...(touched && liveText)}>
        {value}
      </output>
      <button
        type="button"
        {...eachTap}
        aria-label={t('One more')}
        aria-disabled={value >= maximumLineQuantity}
        onClick={() => value < maximumLineQuantity && onChange(value + 1)}
      >
        <Plus aria-hidden size={20} />
      </button>
    </div>
  )
}

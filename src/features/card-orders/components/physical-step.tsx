import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { numberFromCents } from '#contract/money.ts'
import { findGiftCents, findQuantity, quantityLimits } from '#contract/rules/card-order.ts'
import type { CardOrder, CardOrderUpdateBody } from '#contract/schemas/card-order.ts'
import { presetAmounts } from '#contract/rules/card.ts'
import { PricePresets } from '#shared/forms/price-presets.tsx'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { capPrice, capQuantity, listGiftProblems } from '#shared/forms/gift-input.ts'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { fieldGrid } from '#shared/forms/recipient-fields.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { type CardOrderStepProps, useStep } from '../use-step.ts'

/** The items of an order for an update: all of them, because `items` replaces them. */
const itemsOf = (order: CardOrder): NonNullable<CardOrderUpdateBody['items']> =>
  order.items.map(({ item, price, quantity, program_id }) => ({
    item,
    price,
    quantity,
    ...(program_id !== undefined && { program_id }),
  }))

/** The program of an order's mailed cards, if the server has told it. */
export const programIdOf = (order: CardOrder): string | undefined =>
  order.items[0]?.program_id ?? order.program?.id

/** A card by mail: its price and quantity. Only what the server has accepted stays in the order, so a refused item disappears by itself. */
export function PhysicalStep(props: CardOrderStepProps) {
  const { row } = props
  const { save, saving, messages, back, proceed, keep } = useStep(props)
  const { values, text, fill, shown, problems, check } = useTyped(
    () => ({ price: row.typed.price ?? '', quantity: row.typed.quantity ?? '1' }),
    (typed) => listGiftProblems(typed, quantityLimits.order),
    keep,
    (field, next, before) => (field === 'price' ? capPrice : capQuantity)(next, before),
  )
  const held = row.snapshot.items.length
  const add = (): void => {
    const cents = findGiftCents(values.price)
    const quantity = findQuantity(values.quantity, quantityLimits.order)
    if (!check() || cents === undefined || quantity === undefined) return
    const program_id = programIdOf(row.snapshot)
    const items = [
      ...itemsOf(row.snapshot),
      {
        item: 'giftcard' as const,
        price: numberFromCents(cents),
        quantity,
        ...(program_id !== undefined && { program_id }),
      },
    ]
    save({ items }, 'next', () => keep({ price: '', quantity: '1' }))
  }
  return (
    <LoadingOverlay busy={saving}>
      <StepFrame
        title={t('Choose price and quantity')}
        messages={messages}
        onBack={back}
        next={{ label: t('CONTINUE'), disabled: Object.keys(problems).length > 0, busy: saving, onNext: add }}
      >
        <PricePresets
          cents={presetAmounts.map((dollars) => dollars * 100)}
          price={values.price}
          onPick={(price) => fill({ price })}
        />
        <Box {...fieldGrid}>
          <Field label={t('Price')} hint={t('In dollars, each card')} problem={shown('price')}>
            {(field) => <TextInput {...field} inputMode="decimal" autoComplete="off" {...text('price')} />}
          </Field>
          <Field label={t('Quantity')} problem={shown('quantity')}>
            {(field) => <TextInput {...field} inputMode="numeric" autoComplete="off" {...text('quantity')} />}
          </Field>
        </Box>
        {held > 0 && (
          <Box>
            <Button look="quiet" onClick={proceed}>{rich`Review order (${held})`}</Button>
          </Box>
        )}
      </StepFrame>
    </LoadingOverlay>
  )
}

import { t } from '#contract/language.ts'
import { formatCents, numberFromCents } from '#contract/money.ts'
import { findGiftCents, quantityLimits } from '#contract/rules/card-order.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import type { GiftRow } from '#shared/forms/gift-input.ts'
import { GiftRowsEditor } from '#shared/forms/gift-rows.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { useDebounced, useGiftRows } from '#shared/forms/use-gift-rows.ts'
import { type Next, type CardOrderStepProps, useStep } from '../use-step.ts'
import { programIdOf } from './physical-step.tsx'

/**
 * `Review Order`: every card with its price and quantity, the subtotal, and a way to add another one. Changes are sent after 500 ms and before going on;
 * CONTINUE works while one is being sent.
 */
export function PreviewStep(props: CardOrderStepProps) {
  const { row } = props
  const { save, saving, leaving, messages, back, proceed } = useStep(props)
  const { rows, change, valid, changed, markSaved } = useGiftRows(row.snapshot.items, quantityLimits.order)
  const send = (next: Next): void =>
    save({ items: rows.map((one) => itemOf(one, programIdOf(row.snapshot))) }, next, () => markSaved(rows))
  useDebounced(JSON.stringify(rows), changed && valid && !saving && messages.length === 0, () => send('stay'))
  // What is being sent may already differ from what is shown.
  const isUnsent = changed || saving
  // Unsent changes are sent when leaving; a refused change is dropped at the second tap.
  const leave = (): void => {
    if (leaving) return
    if (isUnsent && valid && messages.length === 0) send('back')
    else back()
  }
  return (
    <StepFrame
      title={t('Review Order')}
      messages={messages}
      onBack={leave}
      next={{
        label: t('CONTINUE'),
        disabled: !valid || rows.length === 0,
        busy: leaving,
        onNext: () => (isUnsent ? send('next') : proceed()),
      }}
    >
      {rows.length > 0 ? (
        <GiftRowsEditor
          rows={rows}
          onChange={change}
          maxQuantity={quantityLimits.order}
          name={t('Gift card')}
        />
      ) : (
        <Text color="muted">{t('No cards in this order. Add one to go on.')}</Text>
      )}
      <Box display="flex" justifyContent="space-between" alignItems="center" gap="4">
        <Button look="second" onClick={leave}>
          {t('Add Another')}
        </Button>
        <Text fontWeight={700}>
          {t('Subtotal')} <span className="price">{valid ? formatCents(subtotalOf(rows)) : ''}</span>
        </Text>
      </Box>
    </StepFrame>
  )
}

const subtotalOf = (rows: readonly GiftRow[]): number =>
  rows.reduce((sum, row) => sum + (findGiftCents(row.price) ?? 0) * Number(row.quantity), 0)

/** A row as an item of the update. */
function itemOf(row: GiftRow, program_id: string | undefined) {
  const cents = findGiftCents(row.price) ?? 0
  return {
    item: 'giftcard' as const,
    price: numberFromCents(cents),
    quantity: Number(row.quantity),
    ...(program_id !== undefined && { program_id }),
  }
}

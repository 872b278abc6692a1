import { t, translateAnswer } from '#contract/language.ts'
import { Box, chakra } from '#lib/ui/box.ts'
import { formatCents } from '#contract/money.ts'
import { findGiftCents, findQuantity } from '#contract/rules/card-order.ts'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { capPrice, capQuantity, type GiftRow, listGiftProblems } from './gift-input.ts'

type GiftRowsEditorProps = {
  rows: readonly GiftRow[]
  onChange: (rows: readonly GiftRow[]) => void
  /** The largest quantity of a row. */
  maxQuantity: number
  /** What a row is called: `Gift card`. */
  name: string
}

/** An order's gift cards with editable price and quantity, and each row's total. */
export function GiftRowsEditor({ rows, onChange, maxQuantity, name }: GiftRowsEditorProps) {
  const set = (id: string, changes: Partial<GiftRow>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)))
  return (
    <chakra.ul display="grid" gap="4" aria-label={t('Your cards')}>
      {rows.map((row, at) => {
        const problems = listGiftProblems(row, maxQuantity)
        const label = rows.length > 1 ? `${name} ${at + 1}` : name
        return (
          <li key={row.id}>
            <chakra.fieldset
              aria-label={label}
              display="grid"
              gap="4"
              padding="4"
              background="raised"
              border="1px solid"
              borderColor="line"
              borderRadius="m"
            >
              <Box display="flex" justifyContent="space-between" alignItems="center" gap="4">
                <strong>{label}</strong>
                <span className="price">{rowTotal(row, maxQuantity)}</span>
              </Box>
              <Box display="grid" gap="4" gridTemplateColumns="repeat(2, minmax(0, 1fr))">
                <Field label={t('Price')} problem={problems.price}>
                  {(props) => (
                    <TextInput
                      {...props}
                      inputMode="decimal"
                      autoComplete="off"
                      value={row.price}
                      onChange={(event) => set(row.id, { price: capPrice(event.target.value, row.price) })}
                    />
                  )}
                </Field>
                <Field
                  label={t('Quantity')}
                  problem={problems.quantity && t`${translateAnswer(problems.quantity)}: 1 to ${maxQuantity}`}
                >
                  {(props) => (
                    <TextInput
                      {...props}
                      inputMode="numeric"
                      autoComplete="off"
                      value={row.quantity}
                      onChange={(event) =>
                        set(row.id, { quantity: capQuantity(event.target.value, row.quantity) })
                      }
                    />
                  )}
                </Field>
              </Box>
              <Box>
                <Button
                  look="quiet"
                  aria-label={t`Remove ${label}`}
                  onClick={() => {
                    onChange(rows.filter((one) => one.id !== row.id))
                    // The button is removed with its row.
                    focusScreen()
                  }}
                >
                  {t('Remove')}
                </Button>
              </Box>
            </chakra.fieldset>
          </li>
        )
      })}
    </chakra.ul>
  )
}

function rowTotal(row: GiftRow, maxQuantity: number): string {
  const cents = findGiftCents(row.price)
  const quantity = findQuantity(row.quantity, maxQuantity)
  return cents === undefined || quantity === undefined ? '' : formatCents(cents * quantity)
}

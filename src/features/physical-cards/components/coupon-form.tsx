import { textFields } from '#contract/rules/fields.ts'
import { useState } from 'react'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'

/** A promo code of the cart. With an empty code no call is made (specification §5). */
export function CouponForm({ code: held, busy, onApply }: { code: string; busy: boolean; onApply: (code: string) => void }) {
  const [code, setCode] = useState(held)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !busy) onApply(code.trim())
      }}
    >
      <Box display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr) auto" alignItems="end">
        <Field label="Promo code">
          {(props) => (
            <TextInput
              {...props}
              value={code}
              onChange={(event) => setCode(event.target.value.toUpperCase())}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={textFields.promo_code.maxLength}
            />
          )}
        </Field>
        <Button type="submit" look="second" disabled={code.trim() === ''}>
          APPLY
        </Button>
      </Box>
    </form>
  )
}

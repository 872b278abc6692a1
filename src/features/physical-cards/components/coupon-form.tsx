import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { textFields } from '#contract/rules/fields.ts'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { switchesOf, useLocationCopy } from '#lib/query/location.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'

type CouponFormProps = {
  /** The content of the field. */
  code: string
  /** The code that is applied; empty when there is none. */
  applied: string
  busy: boolean
  onType: (code: string) => void
  /** An empty code removes the applied one. */
  onApply: (code: string) => void
}

/** The cart's promo code. With an empty code no call is made (specification §5). Where the restaurant takes none, an applied one can still be removed. */
export function CouponForm({ code, applied, busy, onType, onApply }: CouponFormProps) {
  const copy = useLocationCopy()
  useLostFocus(applied === '')
  if (applied === '' && !(copy && switchesOf(copy.location.settings).promoCodes)) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !busy) onApply(code.trim())
      }}
    >
      <Box display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr) auto" alignItems="end">
        <Field label={t('Promo code')}>
          {(props) => (
            <TextInput
              {...props}
              value={code}
              onChange={(event) => onType(event.target.value.toUpperCase())}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={textFields.promo_code.maxLength}
            />
          )}
        </Field>
        <Button type="submit" look="second" disabled={code.trim() === ''}>
          {t('APPLY')}
        </Button>
      </Box>
      {applied !== '' && (
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="3" paddingTop="3">
          <Text>{rich`${applied} is on this order.`}</Text>
          <Button
            look="quiet"
            onClick={() => {
              if (busy) return
              onType('')
              onApply('')
            }}
          >
            {t('Remove code')}
          </Button>
        </Box>
      )}
    </form>
  )
}

import { t } from '#contract/language.ts'
import { textFields } from '#contract/rules/fields.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'

type PromoCodeEntryProps = {
  code: string
  onType: (code: string) => void
  onApply: () => void
  /** The code in the field was refused; a banner says why. */
  isRefused: boolean
  busy?: boolean
}

/** A promo code, and the button that applies it: with an empty code no call is made (specification §5). */
export function PromoCodeEntry({ code, onType, onApply, isRefused, busy = false }: PromoCodeEntryProps) {
  const isEmpty = code.trim() === ''
  return (
    // Beside the field, even if there is a message below it.
    <Box
      display="grid"
      gap="3"
      gridTemplateColumns="minmax(0, 1fr) auto"
      alignItems={isRefused ? 'center' : 'end'}
    >
      <Field label={t('Promo code')} problem={isRefused ? t`${code} was not applied.` : undefined}>
        {(field) => (
          <TextInput
            {...field}
            value={code}
            onChange={(event) => onType(event.target.value.toUpperCase())}
            // Enter applies the code that was just typed, instead of continuing without it.
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isEmpty) return
              event.preventDefault()
              if (!busy) onApply()
            }}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={textFields.promo_code.maxLength}
          />
        )}
      </Field>
      <Button
        look="second"
        disabled={isEmpty}
        // While it is busy it ignores presses but is not disabled: that would take the focus.
        aria-busy={busy}
        aria-disabled={busy}
        onClick={() => !busy && onApply()}
      >
        {busy ? t('One second…') : t('APPLY')}
      </Button>
    </Box>
  )
}

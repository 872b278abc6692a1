import { t } from '#contract/language.ts'
import { currencyText } from '#contract/currency-text.ts'
import { formatCents } from '#contract/money.ts'
import { findGiftCents } from '#contract/rules/card-order.ts'
import { Box, chakra } from '#lib/ui/box.ts'

type PricePresetsProps = {
  /** The amounts offered, in cents. */
  cents: readonly number[]
  /** The price field's text. */
  price: string
  onPick: (price: string) => void
}

/** Amounts to tap above a field that takes any: few posted cards are for $37.20. */
export function PricePresets({ cents, price, onPick }: PricePresetsProps) {
  const picked = findGiftCents(price)
  return (
    <Box role="group" aria-label={t('Suggested amounts')} display="flex" flexWrap="wrap" gap="2">
      {cents.map((one) => (
        <chakra.button
          key={one}
          type="button"
          aria-pressed={picked === one}
          onClick={() => onPick(currencyText(one).replaceAll(/[$,]|\.00$/g, ''))}
          minHeight="44px"
          paddingInline="4"
          border="1px solid"
          borderColor={picked === one ? 'ink' : 'line'}
          boxShadow={picked === one ? 'inset 0 0 0 1px var(--h-ink)' : 'none'}
          borderRadius="s"
          background="raised"
          fontWeight={650}
          cursor="pointer"
          _focusVisible={{ outline: '2px solid var(--h-ink)', outlineOffset: '2px' }}
        >
          {formatCents(one).replace('.00', '')}
        </chakra.button>
      ))}
    </Box>
  )
}

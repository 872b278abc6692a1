import { currencyText } from '#contract/currency-text.ts'

/** Cents as a merchant's file has them: `"1250.00"`. */
export const dollarsText = (cents: number): string => currencyText(cents).replace(/[$,]/g, '')

import { currencyText } from '#contract/currency-text.ts'

/** Cents as merchants' files write them: `"1250.00"`. */
export const dollarsText = (cents: number): string => currencyText(cents).replace(/[$,]/g, '')

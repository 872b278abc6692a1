import { formatCents } from '#contract/money.ts'

/** Cents as a merchant's file has them: `"1250.00"`. */
export const dollarsText = (cents: number): string => formatCents(cents).replace(/[$,]/g, '')

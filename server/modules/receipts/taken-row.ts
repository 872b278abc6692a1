import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { Receipt } from '#contract/schemas/receipt.ts'

/** What a cardholder's bank has taken: no refund of the restaurant, and nobody told when it arrives. */
export const takenRow = (displayName: string, cents: Cents): NonNullable<Receipt['refunds']>[number] => ({
  refund_date: '',
  refund_type: displayName,
  tender_type: 'credit_card',
  refund_amount: currencyText(cents),
  dispute: 'lost',
})

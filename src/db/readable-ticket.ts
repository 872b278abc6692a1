import * as z from 'zod/mini'
import { OrderLineItem, TicketOrder } from '#contract/schemas/ticket-order.ts'
import { readableAgreed } from './agreed-lines.ts'
import type { TicketRow } from './rows/tickets.ts'
import { readableTipShare } from './tip-share.ts'

const LineIds = z.record(z.string(), z.string())
const Lost = z.array(
  z.object({
    line: OrderLineItem,
    shown: z.object({
      name: z.string(),
      unitCents: z.int(),
      modifiers: z.array(z.object({ modifier: z.string(), name: z.string(), price: z.int() })),
    }),
  }),
)
const Refusals = z.array(
  z.object({ opId: z.string(), change: z.looseObject({ kind: z.string() }), messages: z.array(z.string()) }),
)

/** A part of a row with another shape (an older version's, or damaged) is dropped; a dropped snapshot is fetched again. The rest is kept. */
export function readable({
  snapshot,
  agreed,
  agreedAllergens,
  wanted,
  lost,
  tipShare,
  ...row
}: TicketRow): TicketRow {
  const known = z.safeParse(TicketOrder, snapshot)
  const share = readableTipShare(tipShare)
  return {
    ...row,
    ...(known.success && { snapshot: known.data }),
    ...readableAgreed({
      ...(agreed && { agreed }),
      ...(agreedAllergens && { agreedAllergens }),
      ...(wanted && { wanted }),
    }),
    ...(lost && z.safeParse(Lost, lost).success && { lost }),
    ...(share && { tipShare: share }),
    lineIds: z.safeParse(LineIds, row.lineIds).success ? row.lineIds : {},
    refusals: z.safeParse(Refusals, row.refusals).success ? row.refusals : [],
  }
}

import * as z from 'zod/mini'
import { parseCurrency } from '#contract/money.ts'
import { presetTipCents } from '#contract/pricing/ticket.ts'
import { findTipPercent, type TipShare } from '#contract/rules/tip.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'
import { enqueue, listChangesOf, type TicketOp } from './outbox.ts'

/**
 * An API that knows only the specification's calls takes a tip as an amount and forgets that it was a share (§7). The device remembers the share, and sends the
 * new amount after the dishes have changed.
 */

const Share = z.object({ percent: z.int(), cents: z.int() })

/** A share of another shape counts as none. */
export const readableTipShare = (tipShare: unknown): TipShare | undefined => {
  const known = z.safeParse(Share, tipShare)
  return known.success ? known.data : undefined
}

/** The share to remember once a change was acknowledged with a snapshot. `before`: the share until then. */
export function tipShareAfter(
  { change }: TicketOp,
  { tip, tip_percent: told }: TicketOrder,
  before: TipShare | undefined,
): TipShare | undefined {
  if (change.kind !== 'ticket.tip') return before
  const cents = findAmount(tip)
  return change.tipPercent === undefined || told !== undefined || cents === undefined
    ? undefined
    : { percent: change.tipPercent, cents }
}

const movesTip: readonly string[] = ['item.add', 'item.change', 'item.remove', 'ticket.tip']

/**
 * A change of the dishes was answered: where the tip is a share that the API does not know, and no pending change will move it again, its new amount is
 * appended to the outbox. For use inside a transaction over tickets and outbox. `now`: ms since the epoch.
 */
export async function followTip(
  db: LarderDatabase,
  op: TicketOp,
  snapshot: TicketOrder | undefined,
  tipShare: TipShare | undefined,
  now: number,
): Promise<void> {
  if (!op.change.kind.startsWith('item.') || !snapshot || !tipShare || snapshot.items.length === 0) return
  const [tip, subTotalCents] = [findAmount(snapshot.tip), findAmount(snapshot.totals.sub_total)]
  if (tip === undefined || subTotalCents === undefined || snapshot.tip_percent !== undefined) return
  const percent = findTipPercent(snapshot, tipShare)
  if (percent === undefined) return
  const tipCents = presetTipCents(subTotalCents, percent)
  if (tipCents === tip) return
  const waiting = await listChangesOf(db, op.draftId)
  if (waiting.some(({ change }) => movesTip.includes(change.kind))) return
  const { locationId, principal, draftId } = op
  const change = { kind: 'ticket.tip', tipCents, tipPercent: percent } as const
  await enqueue(db, { opId: followingId(op.opId), locationId, principal, draftId, change }, now)
}

/** Derives another UUID, the same each time: a change has one follow-up change, however often it is made. */
const followingId = (opId: string): string =>
  (Number.parseInt(opId.slice(0, 1), 16) ^ 8).toString(16) + opId.slice(1)

/** Cents of currency text; undefined for invalid text, which is not shown either (lib/sync/ticket-view.ts) and must not block an acknowledgement. */
function findAmount(text: string): number | undefined {
  try {
    return parseCurrency(text)
  } catch {
    return undefined // The order says so on the screen.
  }
}

import type { Applied, TicketView, ViewLine, ViewTotals } from './ticket-view-types.ts'
import { formatCents, parseCurrency } from '#contract/money.ts'
import { lineTotalCents } from '#contract/pricing/line.ts'
import { taxPartsOf } from '#contract/pricing/tax.ts'
import { deliveryOfTotals, presetTipCents } from '#contract/pricing/ticket.ts'
import { findTipPercent, tipWordOf } from '#contract/rules/tip.ts'
import type { EstimateRules } from '#contract/schemas/estimate-rules.ts'
import type { TicketLine, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketChange, TicketOp } from '#db/outbox.ts'
import type { TicketRow } from '#db/tickets.ts'
import { estimate, findPromoNotice, subTotalOf } from './estimate.ts'

/**
 * What a screen shows: the pending changes applied to the last server snapshot (docs/design/offline.md). Pure: the same rows and rules give the
 * same view in every tab.
 */
export function viewTicket(
  row: TicketRow,
  pending: readonly TicketOp[],
  rules: EstimateRules | undefined,
): TicketView {
  const { snapshot } = row
  let view = {
    lines: (snapshot?.items ?? []).map((line) => fromServer(line, row)),
    useDelivery: snapshot?.use_delivery ?? false,
    useCurbside: snapshot?.use_curbside ?? false,
    readyDate: snapshot?.ready_date,
    readyTime: snapshot?.ready_time,
    recipient: snapshot ?? {},
    tipCents: snapshot ? parseCurrency(snapshot.tip) : 0,
    tipPercent: snapshot && findTipPercent(snapshot, row.tipShare),
    tipWord: row.tipWord,
    promoCode: snapshot?.promo_code,
  }
  for (const { change } of pending) view = applyChange(view, change)
  const asAnswered = pending.length === 0 ? snapshot : undefined
  return {
    draftId: row.draftId,
    ticketId: row.ticketId,
    status: snapshot?.status ?? 'Open',
    ...view,
    tipCents:
      asAnswered || view.tipPercent === undefined
        ? view.tipCents
        : presetTipCents(subTotalOf(view.lines), view.tipPercent),
    totals: asAnswered ? serverTotals(asAnswered) : estimate(view, snapshot, rules),
    promoNotice: findPromoNotice(view, snapshot, asAnswered !== undefined),
    pendingCount: pending.filter(({ change }) => change.kind !== 'ticket.create').length,
    snapshot,
  }
}

function applyChange(view: Applied, change: TicketChange): Applied {
  switch (change.kind) {
    case 'ticket.create':
      return view
    case 'item.add':
      // The order may have been read before the answer to the adding came: then it is there already.
      return view.lines.some(({ lineId }) => lineId === change.lineId)
        ? replaceLine(view, change)
        : { ...view, lines: [...view.lines, fromDevice(change)] }
    case 'item.change':
      return replaceLine(view, change)
    case 'item.remove':
      return { ...view, lines: view.lines.filter((line) => line.lineId !== change.lineId) }
    case 'ticket.tip':
      return {
        ...view,
        tipCents: change.tipCents,
        tipPercent: change.tipPercent,
        tipWord: tipWordOf(change),
      }
    case 'ticket.update':
      return {
        ...view,
        useDelivery: change.body.use_delivery ?? view.useDelivery,
        useCurbside: change.body.use_curbside ?? view.useCurbside,
        readyDate: change.body.ready_date_v2 ?? view.readyDate,
        readyTime: change.body.ready_time_v2 ?? view.readyTime,
        recipient: { ...view.recipient, ...change.body },
        promoCode: change.body.promo_code === '' ? undefined : view.promoCode,
      }
  }
}

const replaceLine = (view: Applied, change: SentLine): Applied => ({
  ...view,
  lines: view.lines.map((line) =>
    line.lineId === change.lineId ? { ...fromDevice(change), index: line.index } : line,
  ),
})

/** A line's id on the device: the one from the tap, or for a line from elsewhere one made from its number. */
export const lineIdOf = (index: number, lineIds: Record<number, string>): string =>
  lineIds[index] ?? `line-${index}`

function fromServer(line: TicketLine, { lineIds, agreed, agreedAllergens, wanted }: TicketRow): ViewLine {
  const lineId = lineIdOf(line.index, lineIds)
  return {
    lineId,
    index: line.index,
    menu_external_id: line.menu_external_id ?? undefined,
    menu_category_external_id: line.menu_category_external_id ?? undefined,
    menu_item_external_id: line.menu_item_external_id ?? undefined,
    menu_item: line.menu_item,
    name: line.name,
    quantity: line.quantity,
    unitCents: line.price,
    agreedCents: agreed?.[lineId],
    wanted: wanted?.[lineId],
    modifiers: line.modifiers,
    allergens: line.allergens,
    taxParts: line.tax_parts && taxPartsOf(line.tax_parts),
    agreedAllergens: agreedAllergens?.[lineId],
    noDelete: line.no_delete ?? false,
    pending: false,
  }
}

type SentLine = Extract<TicketChange, { kind: 'item.add' | 'item.change' }>

function fromDevice({ lineId, line, shown }: SentLine): ViewLine {
  return {
    lineId,
    index: undefined,
    menu_external_id: line.menu_external_id,
    menu_category_external_id: line.menu_category_external_id,
    menu_item_external_id: line.menu_item_external_id,
    menu_item: line.menu_item,
    name: shown.name,
    quantity: line.quantity,
    unitCents: shown.unitCents,
    agreedCents: shown.unitCents,
    modifiers: shown.modifiers,
    allergens: shown.allergens,
    taxParts: shown.taxParts,
    agreedAllergens: shown.allergens,
    noDelete: false,
    pending: true,
  }
}

/** The server's own amounts. Throws RangeError when one of them is no currency text or is negative; the caller then shows no total and takes no payment. */
function serverTotals({ totals, use_delivery, items }: TicketOrder): ViewTotals {
  const told = {
    subTotalCents: parseAmount(totals.sub_total),
    discountCents: Math.abs(parseCurrency(totals.discounts)),
    taxCents: parseAmount(totals.tax),
    tipCents: parseAmount(totals.tips),
    totalCents: parseAmount(totals.total),
  }
  return {
    ...told,
    // This order's delivery charge, not the current one, so that the rows add up to the total.
    deliveryCents: use_delivery && items.length > 0 ? deliveryOfTotals(told) : 0,
    dueNonTipCents: parseAmount(totals.due_non_tip),
    dueTipCents: parseAmount(totals.due_tip),
    dueCents: parseAmount(totals.due),
    estimated: false,
    complete: true,
    taxes: (totals.taxes ?? []).map(({ name, rate, taxable, amount }) => ({
      name,
      rate,
      taxableCents: parseAmount(taxable),
      taxCents: parseAmount(amount),
    })),
  }
}

function parseAmount(text: string): number {
  const cents = parseCurrency(text)
  if (cents < 0) throw new RangeError(`less than nothing: ${text}`)
  return cents
}

/** Currency text of a line's total. */
export const lineTotalText = (line: Pick<ViewLine, 'unitCents' | 'quantity'>): string =>
  formatCents(lineTotalCents(line.unitCents, line.quantity))

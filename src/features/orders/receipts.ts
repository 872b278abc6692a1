import { t } from '#contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import { addressText } from '#contract/rules/contact.ts'
import { totalRows } from '#contract/rules/total-rows.ts'
import { deliveryCheck, type Receipt } from '#contract/schemas/receipt.ts'
import { findPlaced } from '#db/placed-orders.ts'
import { findReceipt, saveReceipt } from '#db/receipts.ts'
import { type ReadState, readStateOf } from '#lib/query/answer-query.ts'
import { type Aged, readDeviceBacked } from '#lib/query/device-backed.ts'
import { deviceBackedQuery } from '#lib/query/device-backed-query.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import type { ShownTax } from '#shared/forms/tax-parts.tsx'
import type { Services } from '#lib/query/services.ts'

export type ReceiptOf = { type: string; objectId: string }

/** A receipt: the device's copy at once, then the network's. `savedAt` in ms since the epoch. */
export function useReceipt(of: ReceiptOf): ReadState & { shown: Aged<Receipt> | undefined } {
  const { load, facts } = usePortal()
  // A result fetched before the session is known would be deleted with everything personal as soon as it is.
  const enabled = useSession().state !== 'loading'
  const query = useQuery({
    ...deviceBackedQuery<Aged<Receipt>>({
      load,
      key: keys.receipt(facts.host.locationId, of.type, of.objectId),
      personal: { current: true },
      read: (services, show) => readReceipt(services, of, show),
    }),
    enabled,
    staleTime: 0,
  })
  return { ...readStateOf(query), shown: query.data }
}

async function readReceipt(
  services: Services,
  { type, objectId }: ReceiptOf,
  show: (copy: Aged<Receipt>) => void,
): Promise<Aged<Receipt>> {
  const { db, api, clock, locationId } = services
  const principal = services.principal()
  const key = { locationId, principal, type, objectId }
  return await readDeviceBacked<Aged<Receipt>>({
    async find() {
      const row = await findReceipt(db, key)
      return row && { value: row.receipt, savedAt: row.savedAt }
    },
    async fetch(savedAt) {
      const { receipt } = await api.send(serviceEndpoints.getReceipt, {
        query: { type, object_id: objectId },
      })
      const whole = await withOwn(services, principal, objectId, receipt)
      return {
        answer: { value: whole, savedAt },
        save: (now) => saveReceipt(db, { ...key, receipt: whole, savedAt }, now),
      }
    },
    show,
    now: clock.now,
  })
}

/** Adds the name and address of a guest's own order from this device: the restaurant does not return them later. */
async function withOwn(
  { db, locationId }: Services,
  principal: string,
  ticketId: string,
  receipt: Receipt,
): Promise<Receipt> {
  if (receipt.full_name !== '') return receipt
  const ticket = (await findPlaced(db, { locationId, principal }, ticketId))?.row.ticket
  if (!ticket) return receipt
  const { recipient_first_name: first = '', recipient_last_name: last = '' } = ticket
  const address = receipt.recipient_address ?? (ticket.use_delivery ? addressText(ticket) : '')
  return {
    ...receipt,
    full_name: `${first} ${last}`.trim(),
    ...(address !== '' && { recipient_address: address }),
  }
}

const zero = /^-?\$0\.00$/

type MoneyRow = { name: string; text: string; taxes?: ShownTax[]; isTotal?: boolean }

/** The money rows of a receipt: `$0.00` lines are hidden (specification §9), and so are empty ones. */
export function listMoneyRows(receipt: Receipt): MoneyRow[] {
  const taxes = (receipt.taxes ?? []).map(({ name, rate, amount }) => ({ name, rate, text: amount }))
  const rows = totalRows({
    subTotal: receipt.sub_total,
    discount: receipt.discounts,
    // Meals are delivered, cards are shipped: the specification has one field for both.
    [receipt.check_name === deliveryCheck ? 'delivery' : 'shipping']: receipt.shipping_handling,
    tax: receipt.tax,
    tip: receipt.tips,
  })
  return [
    ...rows
      .filter(({ part, amount }) => amount !== '' && (part === 'subTotal' || !zero.test(amount)))
      .map(({ part, name, amount }) => ({ name: t(name), text: amount, ...(part === 'tax' && { taxes }) })),
    ...(receipt.total === '' ? [] : [{ name: t('Total'), text: receipt.total, isTotal: true }]),
  ]
}

/** Whether a text is a zero amount. */
export const isNothing = (text: string): boolean => text === '' || zero.test(text)

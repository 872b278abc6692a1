import { useQuery, useQueryClient } from '@tanstack/react-query'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import type { Receipt, ReceiptType } from '#contract/schemas/receipt.ts'
import { findPlaced } from '#db/placed-orders.ts'
import { findReceipt, saveReceipt } from '#db/receipts.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { type Aged, readDeviceBacked } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { keepOwn } from '#lib/query/read-account.ts'
import type { Services } from '#lib/query/services.ts'

export type ReceiptOf = { type: ReceiptType; objectId: string }

/** A receipt: the device's copy at once, the network behind it. `savedAt` in ms since the epoch. */
export function useReceipt(of: ReceiptOf): {
  shown: Aged<Receipt> | undefined
  failed: AppError | undefined
  retry: () => void
} {
  const { load, facts } = usePortal()
  const client = useQueryClient()
  const known = useSession().state !== 'loading'
  const queryKey = keys.receipt(facts.host.locationId, of.type, of.objectId)
  const query = useQuery({
    queryKey,
    // What is asked for before it is known who asks is forgotten with everything personal the moment that it is.
    enabled: known,
    staleTime: 0,
    queryFn: async (): Promise<Aged<Receipt>> => {
      const services = await load()
      const principal = services.principal()
      return await readReceipt(services, principal, of, (copy) => {
        // Whoever signed out meanwhile has had this removed: it must not come back.
        if (services.principal() === principal)
          client.setQueryData<Aged<Receipt>>(queryKey, (held) => held ?? copy)
      })
    },
  })
  return {
    shown: query.data,
    failed: query.data ? undefined : ((query.error as AppError | null) ?? undefined),
    retry: () => void query.refetch(),
  }
}

async function readReceipt(
  services: Services,
  principal: string,
  { type, objectId }: ReceiptOf,
  show: (copy: Aged<Receipt>) => void,
) {
  const { db, api, clock, locationId } = services
  const key = { locationId, principal, type, objectId }
  return await readDeviceBacked<Receipt>({
    async find() {
      const row = await findReceipt(db, key)
      return row && { value: row.receipt, savedAt: row.savedAt }
    },
    async fetch() {
      const { receipt } = await api.send(serviceEndpoints.getReceipt, {
        query: { type, object_id: objectId },
      })
      const savedAt = clock.now()
      const named = {
        ...receipt,
        full_name: receipt.full_name || (await ownName(services, principal, objectId)),
      }
      await keepOwn(saveReceipt(db, { ...key, receipt: named, savedAt }))
      return { value: named, savedAt }
    },
    show,
    now: clock.now,
    freshMs: 0,
  })
}

/** The name on a guest's own order: the restaurant tells it to nobody afterwards, and this device has it. */
async function ownName({ db, locationId }: Services, principal: string, ticketId: string): Promise<string> {
  const ticket = (await findPlaced(db, { locationId, principal }, ticketId))?.row.ticket
  return `${ticket?.recipient_first_name ?? ''} ${ticket?.recipient_last_name ?? ''}`.trim()
}

const zero = /^-?\$0\.00$/

export type MoneyRow = { name: string; text: string }

/** The sums of a receipt that are shown: `$0.00` lines are hidden (specification §9), and so is what is left empty. */
export function listMoneyRows(receipt: Receipt): MoneyRow[] {
  const rows = [
    { name: 'Subtotal', text: receipt.sub_total, always: true },
    { name: 'Discounts', text: receipt.discounts },
    { name: 'Shipping and handling', text: receipt.shipping_handling },
    { name: 'Tax', text: receipt.tax },
    { name: 'Tip', text: receipt.tips },
    { name: 'Total', text: receipt.total, always: true },
  ]
  return rows
    .filter(({ text, always }) => text !== '' && (always === true || !zero.test(text)))
    .map(({ name, text }) => ({ name, text }))
}

/** Whether a text is an amount of nothing. */
export const isNothing = (text: string): boolean => text === '' || zero.test(text)

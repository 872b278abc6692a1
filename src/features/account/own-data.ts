import { t } from '#contract/language.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { privacyEndpoints } from '#contract/endpoints/privacy.ts'
import type { AccountExport } from '#contract/schemas/privacy.ts'
import { listOwnRows } from '#db/own-rows.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import type { Services } from '#lib/query/services.ts'
import { entriesLeftOut, listOwnEntries } from './own-entries.ts'

/** What the restaurant and this device store about the signed-in person, as one file, and its summary. */

export type OwnData = {
  restaurant: AccountExport
  device: Record<string, unknown[]>
  /** What the browser stores that is not in the file, by its name there, each with the reason. */
  device_left_out: Record<string, string>
}

/**
 * Asks the restaurant, and reads the device's store and the browser's other entries. Rejects with an AppError without a network, or when nobody is signed in.
 */
export async function readOwnData({ api, db, locationId }: Services, principal: string): Promise<OwnData> {
  const restaurant = await api.send(privacyEndpoints.exportAccount)
  const rows = await listOwnRows(db, locationId, principal)
  return { restaurant, device: { ...rows, ...listOwnEntries() }, device_left_out: entriesLeftOut() }
}

/** Deletes the account. Returns the server's message. */
export async function deleteAccount({ api }: Services, password: string, key: string): Promise<string> {
  const { status } = await api.send(privacyEndpoints.deleteAccount, { key, body: { password } })
  return status
}

/** Whether the account still exists; undefined without an answer. A 401 from something in between proves nothing. */
export async function isAccountThere({ api }: Services): Promise<boolean | undefined> {
  try {
    await api.send(accountEndpoints.getUser)
    return true
  } catch (cause) {
    const { kind, details } = asAppError(cause)
    return kind === 'unauthorized' && details.problem ? false : undefined
  }
}

/** The file's name: the restaurant, and the day on which it was made. */
const fileNameOf = ({ restaurant, made_at }: AccountExport): string =>
  `${restaurant.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-my-data-${made_at.slice(0, 10)}.json`

type Part = { name: string; count: number }

const partsOf = (): readonly [string, readonly string[]][] => [
  [t('Your details'), ['users', 'linked_accounts']],
  [t('Orders for food'), ['tickets']],
  [t('Orders for gift cards'), ['card_orders', 'gifts_received']],
  [t('Gift cards'), ['cards']],
  [t('Payments'), ['payments', 'card_order_payments']],
  [t('Rewards and points'), ['rewards', 'reward_points']],
  [t('Devices and sign-ins'), ['sessions', 'audit_trail']],
  [t('Messages about orders'), ['order_messages', 'push_subscriptions']],
  [t('Saved cards'), ['saved_cards']],
]

/** A summary of the content: how many there are of each kind. Kinds without any are left out. */
export function summaryOf({ restaurant, device }: OwnData): Part[] {
  const parts = partsOf().map(([name, tables]) => ({
    name,
    count: tables.reduce((sum, table) => sum + (restaurant.tables[table]?.length ?? 0), 0),
  }))
  const here = Object.values(device).reduce((sum, rows) => sum + rows.length, 0)
  return [...parts, { name: t('On this device'), count: here }].filter(({ count }) => count > 0)
}

/** A file with a person's data, for them to keep. */
type OwnFile = { name: string; text: string }

export const fileOf = (data: OwnData): OwnFile => ({
  name: fileNameOf(data.restaurant),
  text: `${JSON.stringify(data, null, 2)}\n`,
})

/** `left`: the person closed the browser's dialog. `untapped`: the browser allows it only right after a tap, and that was too long ago. */
type Saving = 'saved' | 'left' | 'untapped'

/** Lets the browser save a text as a file, and returns the result. */
export async function saveFile({ name, text }: OwnFile): Promise<Saving> {
  // In an app on an iPhone's home screen, a download link silently does nothing.
  if (!(navigator as { standalone?: boolean }).standalone) return download(name, text)
  try {
    await navigator.share({ files: [new File([text], name, { type: 'application/json' })] })
    return 'saved'
  } catch (cause) {
    const { name: reason } = cause instanceof DOMException ? cause : { name: '' }
    if (reason === 'AbortError') return 'left'
    if (reason === 'NotAllowedError') return 'untapped'
    throw cause
  }
}

function download(name: string, text: string): Saving {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return 'saved'
}

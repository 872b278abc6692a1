import { entryNames } from '#db/names.ts'
import { findAvoided } from '#lib/query/avoided-allergens.ts'
import { findDiets } from '#lib/query/chosen-diets.ts'
import { listTyped } from '#lib/query/typed-forms.ts'

/**
 * A person's data that the browser stores outside of the device's store: it is in their export, or named there with the reason why it is not, as on the server.
 */

type EntryName = keyof typeof entryNames
type Kept = 'exported' | { leftOut: string }

const session: Kept = {
  leftOut: 'that this tab is signed in: its secrets are nobody’s to read, the rest is in sessions',
}
const place: Kept = {
  leftOut: 'how far this tab is in a screen, and of which order',
}

/** A new entry does not compile without a row here. */
const entries: Readonly<Record<EntryName, Kept>> = {
  token: session,
  refreshToken: session,
  expires: session,
  email: session,
  info: 'exported',
  cart: 'exported',
  previousPath: {
    leftOut: 'the page to come back to after signing in; the key of a link may stand in its address',
  },
  customAmount: 'exported',
  customAmountValue: 'exported',
  checkoutStep: place,
  screen: place,
  orderVisit: place,
  orderId: place,
  cardOrderReview: place,
  typed: 'exported',
  avoidedAllergens: 'exported',
  diets: 'exported',
  afterSignUp: 'exported',
}

const names = Object.keys(entries) as EntryName[]

/** The entries that the export leaves out, by their names in the browser, each with the reason. */
export const entriesLeftOut = (): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const kept = entries[name]
      return kept === 'exported' ? [] : [[entryNames[name], kept.leftOut]]
    }),
  )

/** Exported separately, each in its parsed form. */
const apart: readonly EntryName[] = ['typed', 'avoidedAllergens', 'diets']

/** The content of the exported entries, each under its name. */
export function listOwnEntries(): Record<string, unknown[]> {
  const plain = names.filter((name) => entries[name] === 'exported' && !apart.includes(name))
  return {
    typed_forms: listTyped(),
    avoided_allergens: [...findAvoided()],
    diets: [...findDiets()],
    entries: plain.flatMap((name) => {
      const value = findEntry(entryNames[name])
      return value === null ? [] : [{ name: entryNames[name], value }]
    }),
  }
}

/** From this tab, or from the storage that all tabs share. */
function findEntry(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key)
  } catch {
    return null // Refused here: nothing is stored.
  }
}

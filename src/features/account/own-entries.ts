import { entryNames } from '#db/names.ts'
import { findAvoided } from '#lib/query/avoided-allergens.ts'
import { findDiets } from '#lib/query/chosen-diets.ts'
import { listTyped } from '#lib/query/typed-forms.ts'

/** What the browser keeps of a person beside the device's store: in their export, or named there with the reason why it is not, as the server does. */

type EntryName = keyof typeof entryNames
type Kept = 'exported' | { leftOut: string }

const session: Kept = {
  leftOut: 'that this tab is signed in: its secrets are nobody’s to read, the rest is in sessions',
}
const place: Kept = {
  leftOut: 'how far this tab is in a screen, and of which order',
}

/** A new entry has a row here, or does not compile. */
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
  cardOrderReview: place,
  typed: 'exported',
  avoidedAllergens: 'exported',
  diets: 'exported',
  afterSignUp: 'exported',
}

const names = Object.keys(entries) as EntryName[]

/** The entries that the export leaves out, by the names that they have in the browser, each with why. */
export const entriesLeftOut = (): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const kept = entries[name]
      return kept === 'exported' ? [] : [[entryNames[name], kept.leftOut]]
    }),
  )

/** Each under a name of its own, taken apart. */
const apart: readonly EntryName[] = ['typed', 'avoidedAllergens', 'diets']

/** What stands in those that it has, each under its name. */
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

/** Of this tab, or of all tabs. */
function findEntry(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key)
  } catch {
    return null // Refused here: nothing is kept.
  }
}

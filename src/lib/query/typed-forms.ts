import { entryNames } from '#db/names.ts'
import { readEntry, writeEntry } from './session-marks.ts'

/**
 * What is typed into a form that is sent at once or not at all, for a reload or a look at another page. It is the tab's and goes with it, and with
 * the session of whoever typed it, however that ends (lib/session/mirror.ts). Never a password, and no answer of a verification.
 */

type Form =
  | 'sign-up'
  | 'account'
  | 'contact'
  | 'pass-card'
  | 'check-in'
  | 'details'
  | 'gift-change'
  | 'posted-cards'
  | 'tip'
  | 'recipient'
type Texts = Record<string, string>

/** What was typed into a form; undefined where nothing is kept. */
export const findTyped = (form: Form): Texts | undefined => readAll()[form]

/** All that this tab has of what was typed into forms, each with its form's name. */
export const listTyped = (): Texts[] => Object.entries(readAll()).map(([form, texts]) => ({ form, ...texts }))

/** Keeps what is typed into a form in the place of what was; undefined: it is not needed any more. */
export function keepTyped(form: Form, typed: Texts | undefined): void {
  const { [form]: _, ...others } = readAll()
  const all = typed === undefined ? others : { ...others, [form]: typed }
  writeEntry(entryNames.typed, Object.keys(all).length === 0 ? null : JSON.stringify(all))
}

function readAll(): Partial<Record<Form, Texts>> {
  const kept = readEntry(entryNames.typed)
  return kept === null ? {} : (JSON.parse(kept) as Partial<Record<Form, Texts>>)
}

type FormOf = 'check-in' | 'details' | 'gift-change' | 'posted-cards' | 'tip' | 'recipient'

/** What was typed into a form for this very thing (an order, a card); empty where nothing is kept, or it was typed for another. */
export function findTypedOf(form: FormOf, id: string): Record<string, string> {
  const { of: whose, on: _page, ...typed } = findTyped(form) ?? {}
  return whose === id ? typed : {}
}

/** Whether something was typed for this very thing before the page was loaded: who left the form by a link or BACK did not lose it by a reload. */
export function wasTypedBeforeReload(form: FormOf, id: string): boolean {
  const { of: whose, on } = findTyped(form) ?? {}
  return whose === id && on !== thisPage()
}

/** Another one for every time that the page is loaded. */
const thisPage = (): string => String(performance.timeOrigin)

/** Keeps changes beside what was typed for the same thing before; `undefined`: nothing is needed any more. What belonged to another thing goes. */
export const keepTypedOf = (
  form: FormOf,
  id: string,
  changes: { [field: string]: string | undefined } | undefined,
): void =>
  keepTyped(
    form,
    changes && { ...findTypedOf(form, id), ...(changes as Record<string, string>), of: id, on: thisPage() },
  )

import { entryNames } from '#db/names.ts'
import { readEntry, writeEntry } from './session-marks.ts'

/**
 * What is typed into a form that is sent at once or not at all, kept for a reload or a look at another page. It is deleted with the tab, and with the session
 * of the person who typed it, however that ends (lib/session/mirror.ts). Never a password, and no answer of a verification.
 */

type Form =
  | 'sign-in'
  | 'sign-up'
  | 'account'
  | 'contact'
  | 'pass-card'
  | 'check-in'
  | 'details'
  | 'gift-change'
  | 'posted-cards'
  | 'tip'
  | 'promo'
  | 'recipient'
  | 'dish'
  | 'invite'
  | 'tablet'
  | 'passkey'
  | 'dialogs'
type Texts = Record<string, string>

/** What was typed into a form; undefined where nothing is kept. */
export const findTyped = (form: Form): Texts | undefined => readAll()[form]

/** Everything that was typed into forms in this tab, each with its form's name. */
export const listTyped = (): Texts[] => Object.entries(readAll()).map(([form, texts]) => ({ form, ...texts }))

/** Replaces what is kept of a form; undefined: it is no longer needed. */
export function keepTyped(form: Form, typed: Texts | undefined): void {
  const { [form]: _, ...others } = readAll()
  const all = typed === undefined ? others : { ...others, [form]: typed }
  writeEntry(entryNames.typed, Object.keys(all).length === 0 ? null : JSON.stringify(all))
}

function readAll(): Partial<Record<Form, Texts>> {
  const kept = readEntry(entryNames.typed)
  return kept === null ? {} : (JSON.parse(kept) as Partial<Record<Form, Texts>>)
}

type FormOf = 'check-in' | 'details' | 'gift-change' | 'posted-cards' | 'tip' | 'promo' | 'recipient' | 'dish'

/** What was typed into a form for this order or card; empty where nothing is kept, or it was typed for another one. */
export function findTypedOf(form: FormOf, id: string): Record<string, string> {
  const { of: whose, on: _page, ...typed } = findTyped(form) ?? {}
  return whose === id ? typed : {}
}

/** Whether something was typed for this order or card before the page was loaded: if the form was left by a link or BACK, no reload lost it. */
export function wasTypedBeforeReload(form: FormOf, id: string): boolean {
  const { of: whose, on } = findTyped(form) ?? {}
  return whose === id && on !== thisPage()
}

/** A different value each time that the page is loaded. */
const thisPage = (): string => String(performance.timeOrigin)

/**
 * Merges changes with what was typed for the same order or card before; `undefined`: nothing is needed any longer. What was typed for another one is dropped.
 */
export const keepTypedOf = (
  form: FormOf,
  id: string,
  changes: { [field: string]: string | undefined } | undefined,
): void =>
  keepTyped(
    form,
    changes && { ...findTypedOf(form, id), ...(changes as Record<string, string>), of: id, on: thisPage() },
  )

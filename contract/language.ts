/**
 * The language of what a person reads (docs/decisions/055). English stands in the code; a catalogue has the other language's text for each English one,
 * so that English costs a launch nothing. The language is the page's (`<html lang>`), set once before anything is drawn.
 */

/** The languages that the portal speaks. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** The cookie with the language that a guest has chosen; without it, the browser's own languages count. */
export const languageCookie = 'language'

/** English text to the other language's; `{0}`, `{1}`… stand for values. */
export type Catalogue = Readonly<Record<string, string>>

/** What a catalogue's module gives: the texts, and what finds those that come with values already in them. */
export type Translation = {
  /** As `Intl` names it: `es-US`. */
  locale: string
  translate(text: string): string | undefined
  /** Of a whole sentence from an API or a row of the device. */
  translateAnswer(text: string): string
}

declare const isMessage: unique symbol

/** A text that stands in a table made when its file is read: `t` gives it in the language of whoever looks. */
export type Message = { readonly [isMessage]: true }

let current: Translation | undefined

/** Chooses the language of everything that is drawn from now on; undefined: English. */
export function setTranslation(translation: Translation | undefined): void {
  current = translation
}

/** A language with a restaurant's own words for some of its texts; undefined: English as it stands in the code. */
export function withWords(
  translation: Translation | undefined,
  words: Catalogue | undefined,
): Translation | undefined {
  if (!words) return translation
  // Not the object itself, which has a “constructor”, too.
  const own = new Map(Object.entries(words))
  return {
    locale: translation?.locale ?? 'en-US',
    translate: (text) => own.get(text) ?? translation?.translate(text),
    translateAnswer: (text) => own.get(text) ?? translation?.translateAnswer(text) ?? text,
  }
}

/** Runs something that draws, in a language, and leaves the one before as it was. What it draws must be drawn when it returns. */
export function inTranslation<Result>(translation: Translation | undefined, run: () => Result): Result {
  const before = current
  current = translation
  try {
    return run()
  } finally {
    current = before
  }
}

/** As `Intl` names the language of what is drawn: `en-US`, `es-US`. */
export const locale = (): string => current?.locale ?? 'en-US'

/** Marks a text of a table for the catalogue. */
export const message = (text: string): Message => text as unknown as Message

/** The parts of a template as the catalogue names it: `{0} of {1}`. */
export const keyOf = (parts: readonly string[]): string =>
  parts.reduce((key, part, place) => `${key}{${place - 1}}${part}`)

/**
 * A text in the page's language: t('Try again'), or with values t`Order ${number}`. English where the catalogue has none. A text that is no literal is
 * refused by its type: what an API says goes through `translateAnswer`, a table's text is a `message`.
 */
export function t<const Text extends string>(
  text: (string extends Text ? never : Text) | Message | TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  const key = Array.isArray(text) ? keyOf(text as readonly string[]) : (text as string)
  return fill(translateKey(key), values)
}

const rules = new Map<string, Intl.PluralRules>()

/**
 * A text by how many there are, by the plural rules of the page's language (`Intl.PluralRules`): plural(2, '{0} dish', '{0} dishes'). `{0}` is the count,
 * `{1}`… the values.
 */
export function plural<const One extends string, const Other extends string>(
  count: number,
  one: string extends One ? never : One,
  other: string extends Other ? never : Other,
  ...values: readonly (string | number)[]
): string {
  const known = rules.get(locale()) ?? new Intl.PluralRules(locale())
  rules.set(locale(), known)
  const key: string = known.select(count) === 'one' ? one : other
  return fill(translateKey(key), [count, ...values])
}

/** Puts values into the places of a text. */
export const fill = (text: string, values: readonly (string | number)[]): string =>
  values.length === 0 ? text : text.replace(/\{(\d+)\}/g, (_, place: string) => `${values[Number(place)]}`)

/** What an API, a rule of the contract or a row of the device says in English, in the page's language where the catalogue knows the sentence. */
export const translateAnswer = (text: string): string => current?.translateAnswer(text) ?? text

/** A key as it stands in the catalogue, in the page's language. For those who draw its values themselves. */
export const translateKey = (key: string): string => current?.translate(key) ?? key

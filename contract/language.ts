/**
 * The language of what people read (docs/decisions/055). The code contains the English texts; a catalogue maps each to the other language, so that English
 * costs a launch nothing. The language is the page's (`<html lang>`), set once before anything is drawn.
 */

/** The languages of the portal. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** The cookie with the language that a guest has chosen; without it, the browser's languages count. */
export const languageCookie = 'language'

/** English text to the other language's; `{0}`, `{1}`… are placeholders for values. */
export type Catalogue = Readonly<Record<string, string>>

/** What a catalogue's module provides: the texts, and a way to translate sentences that already contain their values. */
export type Translation = {
  /** An `Intl` locale: `es-US`. */
  locale: string
  translate(text: string): string | undefined
  /** For a whole sentence from an API or from a row on the device. */
  translateAnswer(text: string): string
}

declare const isMessage: unique symbol

/** A text in a table that is built when its module loads: `t` translates it when it is shown. */
export type Message = { readonly [isMessage]: true }

let current: Translation | undefined

/** Sets the language of everything that is drawn from now on; undefined: English. */
export function setTranslation(translation: Translation | undefined): void {
  current = translation
}

/** A language with a restaurant's own words for some of its texts; undefined: English as in the code. */
export function withWords(
  translation: Translation | undefined,
  words: Catalogue | undefined,
): Translation | undefined {
  if (!words) return translation
  // A Map, because a plain object also has a “constructor”.
  const own = new Map(Object.entries(words))
  return {
    locale: translation?.locale ?? 'en-US',
    translate: (text) => own.get(text) ?? translation?.translate(text),
    translateAnswer: (text) => own.get(text) ?? translation?.translateAnswer(text) ?? text,
  }
}

/** Runs something that draws in a language, and restores the previous one. `run` must finish drawing before it returns. */
export function inTranslation<Result>(translation: Translation | undefined, run: () => Result): Result {
  const before = current
  current = translation
  try {
    return run()
  } finally {
    current = before
  }
}

/** The `Intl` locale of the current language: `en-US`, `es-US`. */
export const locale = (): string => current?.locale ?? 'en-US'

/** Marks a text in a table for the catalogue. */
export const message = (text: string): Message => text as unknown as Message

/** The catalogue's key of a template's parts: `{0} of {1}`. */
export const keyOf = (parts: readonly string[]): string =>
  parts.reduce((key, part, place) => `${key}{${place - 1}}${part}`)

/**
 * A text in the page's language: t('Try again'), or with values t`Order ${number}`. English where the catalogue has none. The type refuses texts that are not
 * literals: for what an API says use `translateAnswer`, for a table's text `message`.
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
 * A text for a count, by the plural rules of the page's language (`Intl.PluralRules`): plural(2, '{0} dish', '{0} dishes'). `{0}` is the count, `{1}`… the
 * values.
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

/** Replaces the placeholders of a text with values. */
export const fill = (text: string, values: readonly (string | number)[]): string =>
  values.length === 0 ? text : text.replace(/\{(\d+)\}/g, (_, place: string) => `${values[Number(place)]}`)

/** A sentence in English from an API, a rule of the contract or a row on the device, in the page's language where the catalogue knows it. */
export const translateAnswer = (text: string): string => current?.translateAnswer(text) ?? text

/**
 * A name that a restaurant gave (a page, a kind of gift card), in the page's language if the catalogue has exactly these words. Never by a pattern: “The Bella
 * Trattoria gift card” stays as it was written.
 */
export const translateName = (name: string): string => translateKey(name)

/** The text of a catalogue key in the page's language, for code that draws the values itself. */
export const translateKey = (key: string): string => current?.translate(key) ?? key

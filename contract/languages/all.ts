import { type Catalogue, type Language, languages, type Translation, withWords } from '../language.ts'
import { createTranslation } from './create-translation.ts'
import { catalogues } from './es.ts'
import messages from './es/messages.json' with { type: 'json' }
import { pseudo, pseudoLanguages } from './pseudo.ts'

/** The languages that a page can be in: those for people, and those for tests. */
export type PageLanguage = Language | (typeof pseudoLanguages)[number]
export const pageLanguages: readonly PageLanguage[] = [...languages, ...pseudoLanguages]

const translations: Record<PageLanguage, Translation | undefined> = {
  en: undefined,
  // With the texts of emails, text messages and push messages, which only the server writes.
  es: createTranslation('es-US', [...catalogues, messages]),
  'en-XA': pseudo,
  'ar-XB': pseudo,
}

/** A language's texts, with a restaurant's own words (`host.json`). For the server, which has all languages loaded. Undefined: plain English. */
export const findTranslation = (
  language: PageLanguage,
  words: Readonly<Record<string, Catalogue | undefined>> = {},
): Translation | undefined => withWords(translations[language], words[language])

/** The writing direction of a language, for a page's `dir`. */
export const directionOf = (language: PageLanguage): 'ltr' | 'rtl' => (language === 'ar-XB' ? 'rtl' : 'ltr')

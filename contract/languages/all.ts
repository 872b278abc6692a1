import { type Catalogue, type Language, languages, type Translation, withWords } from '../language.ts'
import { createTranslation } from './create-translation.ts'
import { catalogues } from './es.ts'
import messages from './es/messages.json' with { type: 'json' }
import { pseudo, pseudoLanguages } from './pseudo.ts'

/** The languages of pages: those for people, and those for tests. */
export type PageLanguage = Language | (typeof pseudoLanguages)[number]
export const pageLanguages: readonly PageLanguage[] = [...languages, ...pseudoLanguages]

const translations: Record<PageLanguage, Translation | undefined> = {
  en: undefined,
  // With what emails, texts and push messages say, which the server alone writes.
  es: createTranslation('es-US', [...catalogues, messages]),
  'en-XA': pseudo,
  'ar-XB': pseudo,
}

/** A language's texts, with a restaurant's own words (`host.json`), for who has all of them at hand: the server. Undefined: English as it is. */
export const findTranslation = (
  language: PageLanguage,
  words: Readonly<Record<string, Catalogue | undefined>> = {},
): Translation | undefined => withWords(translations[language], words[language])

/** How a language is written: from which side, as a page's `dir` says. */
export const directionOf = (language: PageLanguage): 'ltr' | 'rtl' => (language === 'ar-XB' ? 'rtl' : 'ltr')

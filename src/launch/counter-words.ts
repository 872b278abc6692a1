import { type Catalogue, setTranslation, withWords } from '#contract/language.ts'
import { createTranslation } from '#contract/languages/create-translation.ts'

/**
 * The texts of the counter's early view in languages other than English. They are in the catalogues, too, which are larger than this whole script; a test
 * compares both.
 */
export const counterWords: Record<string, { locale: string; texts: Catalogue } | undefined> = {
  es: {
    locale: 'es-US',
    texts: {
      'Gift card for the counter': 'Tarjeta de regalo para el mostrador',
      'No longer valid': 'Ya no es válida',
      Expired: 'Vencida',
      'On hold': 'Retenida',
      'as of {0}{1}, {2}': 'actualizado: {0}{1}, {2}',
      'as of {0}': 'actualizado: {0}',
      '{0} time': 'hora de {0}',
      'some time ago': 'hace algún tiempo',
      'just now': 'hace un momento',
      '{0} min ago': 'hace {0} min',
      '{0} h ago': 'hace {0} h',
      '1 day ago': 'hace 1 día',
      '{0} days ago': 'hace {0} días',
    },
  },
}

/** Sets the page's language for the counter's early view, with the restaurant's own words (host.json). */
export function setCounterLanguage(
  language: string,
  words: Readonly<Record<string, Catalogue | undefined>> = {},
): void {
  const known = counterWords[language]
  const translation = known && createTranslation(known.locale, [known.texts])
  setTranslation(withWords(translation, words[known ? language : 'en']))
}

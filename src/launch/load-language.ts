import { type Catalogue, setTranslation, type Translation, withWords } from '#contract/language.ts'

/** Other languages than English, each in a file of its own, which the worker keeps as it keeps all of them. */
const loaders: Record<string, () => Promise<Translation>> = {
  es: async () => (await import('#contract/languages/es.ts')).es,
  'en-XA': async () => (await import('#contract/languages/pseudo.ts')).pseudo,
  'ar-XB': async () => (await import('#contract/languages/pseudo.ts')).pseudo,
}

/** Staff's screens are in English alone: parts of theirs that guests have, too, must not be another language beside it. */
const staffPaths = /^\/(admin|kitchen)(\/|$)/i

/** A restaurant's own words, by language (host.json). */
type Words = Readonly<Record<string, Catalogue | undefined>>

/** Reads the texts of the page's language, before anything is drawn. Without them (no network, no worker yet) the portal speaks English. */
export async function loadLanguage(page: Document, path: string, words: Words = {}): Promise<void> {
  const root = page.documentElement
  if (staffPaths.test(path)) Object.assign(root, { lang: 'en', dir: '' })
  const language = root.lang
  try {
    setTranslation(withWords(await loaders[language]?.(), words[language]))
  } catch {
    root.lang = 'en'
    setTranslation(withWords(undefined, words['en']))
  }
}

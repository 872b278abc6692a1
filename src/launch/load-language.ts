import { type Catalogue, setTranslation, type Translation, withWords } from '#contract/language.ts'

/** Languages other than English, each in its own file, which the worker keeps like all others. */
const loaders: Record<string, () => Promise<Translation>> = {
  es: async () => (await import('#contract/languages/es.ts')).es,
  'en-XA': async () => (await import('#contract/languages/pseudo.ts')).pseudo,
  'ar-XB': async () => (await import('#contract/languages/pseudo.ts')).pseudo,
}

/** Staff screens are in English only: components that they share with guests must not be in another language there. */
const staffPaths = /^\/(admin|kitchen)(\/|$)/i

/** A restaurant's own words, by language (host.json). */
type Words = Readonly<Record<string, Catalogue | undefined>>

/** Loads the texts of the page's language before anything is rendered. If that fails (no network, no worker yet), the portal is in English. */
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

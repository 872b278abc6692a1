import { setTranslation, type Translation } from '#contract/language.ts'

/** Other languages than English, each in a file of its own, which the worker keeps as it keeps all of them. */
const loaders: Record<string, () => Promise<Translation>> = {
  es: async () => (await import('#contract/languages/es.ts')).es,
  'en-XA': async () => (await import('#contract/languages/pseudo.ts')).pseudo,
  'ar-XB': async () => (await import('#contract/languages/pseudo.ts')).pseudo,
}

/** Reads the texts of the page's language, before anything is drawn. Without them (no network, no worker yet) the portal speaks English. */
export async function loadLanguage(language: string): Promise<void> {
  try {
    setTranslation(await loaders[language]?.())
  } catch {
    document.documentElement.lang = 'en'
  }
}

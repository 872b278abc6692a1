import { findTranslation } from '#contract/languages/all.ts'
import type { HostFile } from './host-file.ts'
import type { SourceFile } from './source-file.ts'

/**
 * Checks a restaurant's own texts (`words` of host.json): each must replace a text that the portal has, with the same placeholders. Anything else is reported.
 */
export function reportWords({ words = {} }: HostFile, source: SourceFile): void {
  for (const language of ['en', 'es'] as const)
    for (const [text, own] of Object.entries(words[language] ?? {})) {
      const path = ['words', language, text]
      // The Spanish catalogue is complete (tests/architecture/languages.test.ts), so it lists every text.
      if (findTranslation('es')?.translate(text) === undefined)
        source.report(path, 'the portal says no such thing; its texts are in contract/languages/es')
      else if (placesOf(own) !== placesOf(text))
        source.report(path, `must have the same places for values: ${placesOf(text) || 'none'}`)
    }
}

const placesOf = (text: string): string => [...new Set(text.match(/\{\d+\}/g))].toSorted().join(' ')

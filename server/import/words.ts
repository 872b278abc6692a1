import { findTranslation } from '#contract/languages/all.ts'
import type { HostFile } from './host-file.ts'
import type { SourceFile } from './source-file.ts'

/** A restaurant's own words (`words` of host.json) stand for texts that the portal has, with the same values in them: anything else is reported. */
export function reportWords({ words = {} }: HostFile, source: SourceFile): void {
  for (const language of ['en', 'es'] as const)
    for (const [text, own] of Object.entries(words[language] ?? {})) {
      const path = ['words', language, text]
      // Spanish is complete (tests/architecture/languages.test.ts), so it has every text that there is.
      if (findTranslation('es')?.translate(text) === undefined)
        source.report(path, 'the portal says no such thing; its texts are in contract/languages/es')
      else if (placesOf(own) !== placesOf(text))
        source.report(path, `must have the same places for values: ${placesOf(text) || 'none'}`)
    }
}

const placesOf = (text: string): string => [...new Set(text.match(/\{\d+\}/g))].toSorted().join(' ')

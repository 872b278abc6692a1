import { expect, it } from 'vitest'
import { findLanguage } from '#server/portal/find-language.ts'

it.each([
  [{}, 'en'],
  [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, 'es'],
  [{ 'accept-language': 'en-US,es;q=0.5' }, 'en'],
  [{ 'accept-language': 'de, es;q=0.4, en;q=0.3' }, 'es'],
  [{ 'accept-language': 'es;q=0, en' }, 'en'],
  [{ 'accept-language': 'fr-FR' }, 'en'],
  [{ 'accept-language': 'es', cookie: 'a=1; language=en' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'language=es; a=1' }, 'es'],
  [{ 'accept-language': 'en', cookie: 'language=<script>' }, 'en'],
] as const)('%j is answered in %s', (headers, language) => {
  expect(findLanguage(headers)).toBe(language)
})

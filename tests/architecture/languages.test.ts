import { expect, test } from 'vitest'
import { catalogues } from '#contract/languages/es.ts'
import { findProblems, listAreas, listLanguages } from '../../scripts/languages.mjs'

const areas = listAreas()

test('every text of the portal is found through its calls', () => {
  const texts = [...areas.values()].flat()
  expect(texts).toContain('ADD TO ORDER')
  expect(texts).toContain('{0} dishes found for “{1}”{2}')
  expect(texts).toContain('Your card was declined.')
  expect(texts).toContain('{0} is sold out for now. We are sorry! Please choose something else.')
  expect(texts).toContain('Card payments start at $0.50.')
  expect(texts).not.toContain('{0} has no keys for this wallet')
  expect(texts.length).toBeGreaterThan(1000)
})

test.each(listLanguages())('%s has every text, with the same placeholders, and nothing more', (language) => {
  expect(findProblems(language, areas)).toEqual([])
})

test('Spanish is built from the texts of every area except messages, which no page shows', () => {
  const spoken = new Set(catalogues.flatMap((catalogue) => Object.keys(catalogue)))
  const said = [...areas].filter(([area]) => area !== 'messages').flatMap(([, texts]) => texts)
  expect(said.filter((text) => !spoken.has(text))).toEqual([])
})

#!/usr/bin/env node
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from './command-line.mjs'
import { fail } from './progress.mjs'
import { answerFolders, findAnswers, findTexts, textFolders } from './languages/find-texts.mjs'

/**
 * Compares the catalogues of contract/languages with the code: texts that a language lacks, texts that the code no longer has, and translations with other
 * placeholders. `--write` adds the missing ones to the catalogues with an empty translation, and removes the unused ones: a translator continues from there.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const catalogues = join(root, 'contract/languages')

/** The languages that have a folder of catalogues. */
export const listLanguages = () =>
  readdirSync(catalogues, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/**
 * The texts of each area. A feature's own texts are in its area, texts of several are in `shared`, those of rules and server answers in `answers`, and those
 * that only the server writes in `messages`.
 */
export function listAreas() {
  const areasOf = new Map()
  const note = (text, area) => areasOf.set(text, (areasOf.get(text) ?? new Set()).add(area))
  for (const { text, area } of findTexts(root, textFolders)) note(text, area)
  const areas = new Map()
  const add = (area, text) => areas.set(area, [...(areas.get(area) ?? []), text])
  for (const text of findAnswers(root, answerFolders))
    if (!areasOf.has(text) || areasOf.get(text).has('messages')) note(text, 'answers')
  for (const [text, found] of areasOf) {
    if (found.size > 1) found.delete('messages')
    add(found.size === 1 ? [...found][0] : 'shared', text)
  }
  for (const texts of areas.values()) texts.sort()
  return areas
}

/** A language's catalogues by area, as in its files. */
const readCatalogues = (language) =>
  new Map(
    readdirSync(join(catalogues, language)).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(catalogues, language, file), 'utf8')),
    ]),
  )

/**
 * Catalogues of texts that the code does not contain: what restaurants often call their own pages and designs, phrases that answers are composed of (when, how
 * much), and answers of earlier versions that are still stored. Translators add what is missing here.
 */
const free = ['restaurants', 'phrases']

const placesOf = (text) => (text.match(/\{\d+\}/g) ?? []).sort().join()

/** The problems in a language's catalogues, one text each; empty if it is complete. */
export function findProblems(language, areas = listAreas()) {
  const has = readCatalogues(language)
  const problems = []
  for (const [area, texts] of areas)
    for (const text of texts) {
      const translated = has.get(area)?.[text]
      if (!translated)
        problems.push(`${area}: “${text}” is not translated; --write adds it where it is missing`)
      else if (placesOf(translated) !== placesOf(text))
        problems.push(`${area}: “${translated}” has other placeholders than “${text}”`)
    }
  for (const [area, catalogue] of has)
    if (!free.includes(area))
      for (const text of Object.keys(catalogue))
        if (!areas.get(area)?.includes(text))
          problems.push(`${area}: “${text}” is no longer in the code; --write removes it`)
  return problems
}

function write(language, areas) {
  const has = readCatalogues(language)
  const known = Object.assign({}, ...has.values())
  for (const area of new Set([...areas.keys(), ...has.keys()])) {
    if (free.includes(area)) continue
    const texts = areas.get(area) ?? []
    const catalogue = Object.fromEntries([...new Set(texts)].map((text) => [text, known[text] ?? '']))
    writeFileSync(join(catalogues, language, `${area}.json`), `${JSON.stringify(catalogue, null, 2)}\n`)
  }
}

const usage = `node scripts/languages.mjs [--write]    texts without a translation, and translations of no text
  --write    adds the missing ones to the catalogues, empty, and takes out the others`

function main() {
  const { values } = readOptions(usage, { write: { type: 'boolean' } })
  const areas = listAreas()
  for (const language of listLanguages()) {
    if (values.write) write(language, areas)
    const problems = findProblems(language, areas)
    const count = [...areas.values()].flat().length
    console.log(
      `${language}: ${count} texts in ${areas.size} areas, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`,
    )
    for (const problem of problems.slice(0, 40)) console.log(`  ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    main()
  } catch (error) {
    fail(error)
  }

/** The table of docs/specification/proof.md: each requirement, the tests with its tag, and what of it they do not show. */

export const proofPath = 'docs/specification/proof.md'
const mark = '<!-- From here on written by: node scripts/specification.mjs --write -->'

const page = /^docs\/specification\/(\d+)-[\w-]+\.md$/
const isTest = (path) => /^(tests|e2e)\//.test(path)
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/g
const tag = /\s*@([A-Z]{2}-\d{2})\b/g

/** @returns {Map<string, Map<string, string[]>>} for each requirement, the files with its tag, and for each file the titles that have it */
function readTags(files) {
  const found = new Map()
  for (const [path, text] of [...files]
    .filter(([at]) => isTest(at))
    .sort(([one], [other]) => (one < other ? -1 : 1)))
    for (const [, single, double, template] of text.matchAll(literal)) {
      const title = single ?? double ?? template ?? ''
      for (const [, id] of title.matchAll(tag)) {
        const inFiles = found.get(id) ?? new Map()
        inFiles.set(path, [...(inFiles.get(path) ?? []), wordsOf(title)])
        found.set(id, inFiles)
      }
    }
  return found
}

/** A title without its tags, as written in a cell. */
const wordsOf = (title) =>
  title
    .replaceAll(tag, '')
    .replaceAll(/ @(one|wide)-window\b/g, '')
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .trim()

/** The word for a requirement that was compared with its tests, and (`unread`) the words until then. */
const shown = 'whole'
const unread = 'not read'

/** The tests that each requirement's row names, and what was written after reading them. */
const readRows = (table) =>
  new Map(
    [...table.matchAll(/^\| ([A-Z]{2}-\d{2}) \| (.*) \| ([^|]*) \|$/gm)].map(([, id, tests, said]) => [
      id,
      { tests, said },
    ]),
  )

/** What the rows above the mark say is not shown, by requirement. */
const readExceptions = (head) =>
  new Map([...head.matchAll(/^\| ([A-Z]{2}-\d{2}) \| ([^|]+) \|/gm)].map(([, id, what]) => [id, what.trim()]))

/**
 * The page as it should be: above the mark, what people wrote, unchanged; below it, a row for each requirement. A row is `whole` as long as its tests are those
 * that were read; with other tests it waits until somebody has read them (`isRead`).
 * @param {ReadonlyMap<string, string>} files @param {(id: string) => boolean} [isRead] @returns {string}
 */
export function makeProof(files, isRead = () => false) {
  const [top = '', table = ''] = (files.get(proofPath) ?? '').split(mark)
  const head = top.trimEnd()
  const exceptions = readExceptions(head)
  const before = readRows(table)
  const tags = readTags(files)
  const ids = [...files]
    .filter(([path]) => page.test(path))
    .flatMap(([, text]) => [...text.matchAll(/\*\*([A-Z]{2}-\d{2})\*\*/g)].map(([, id]) => id))
  const rows = [...new Set(ids)].map((id) => {
    const named = [...(tags.get(id) ?? [])].map(([path, titles]) => `\`${path}\` › ${titles.join(' · ')}`)
    const tests = named.join('<br>')
    const missing = exceptions.get(id)
    const row = before.get(id)
    const isKnown = row !== undefined && row.tests === tests && row.said !== unread
    const said = missing === undefined ? shown : `without ${missing}`
    return `| ${id} | ${tests} | ${isKnown || isRead(id) ? said : unread} |`
  })
  return [
    head,
    '',
    mark,
    '',
    '## Every requirement, and the tests that bear its tag',
    '',
    '| requirement | tests | shown |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** @param {ReadonlyMap<string, string>} files */
export function checkProof(files) {
  const text = files.get(proofPath)
  if (text === undefined) return { findings: [], citations: {} }
  const findings = []
  if (makeProof(files) !== text)
    findings.push({
      rule: 'proof not as the tests are',
      where: proofPath,
      what: 'tags or titles have changed: node scripts/specification.mjs --write',
    })
  for (const [id, { said }] of readRows(text.split(mark)[1] ?? ''))
    if (said === unread)
      findings.push({
        rule: 'tests not read',
        where: proofPath,
        what: `does a test fail when any part of ${id} is broken? When you have read it: node scripts/specification.mjs --read ${id}`,
      })
  for (const [id, inFiles] of readTags(files))
    for (const [where, titles] of inFiles)
      if (titles.some((title) => !title.includes(' ')))
        findings.push({ rule: 'tag without a title', where, what: `@${id} stands in no sentence` })
  return { findings, citations: {} }
}

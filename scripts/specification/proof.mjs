/** The table of docs/specification/proof.md: each requirement, the tests that bear its tag, and what of it they do not show. */

export const proofPath = 'docs/specification/proof.md'
export const mark = '<!-- From here on written by: node scripts/specification.mjs --write -->'

const page = /^docs\/specification\/(\d+)-[\w-]+\.md$/
const isTest = (path) => /^(tests|e2e)\//.test(path)
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/g
const tag = /\s*@([A-Z]{2}-\d{2})\b/g

/** @returns {Map<string, Map<string, string[]>>} of each requirement the files with its tag, and in each the titles that bear it */
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

/** A title without its tags, as it may stand in a cell. */
const wordsOf = (title) =>
  title
    .replaceAll(tag, '')
    .replaceAll(/ @(one|wide)-window\b/g, '')
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .trim()

/** What the rows above the mark say is not shown, by requirement. */
const readExceptions = (head) =>
  new Map([...head.matchAll(/^\| ([A-Z]{2}-\d{2}) \| ([^|]+) \|/gm)].map(([, id, what]) => [id, what.trim()]))

/**
 * The page as it should be: what people wrote above the mark as it is, and a row for each requirement below it.
 * @param {ReadonlyMap<string, string>} files @returns {string}
 */
export function makeProof(files) {
  const head = (files.get(proofPath) ?? '').split(mark)[0].trimEnd()
  const exceptions = readExceptions(head)
  const tags = readTags(files)
  const ids = [...files]
    .filter(([path]) => page.test(path))
    .flatMap(([, text]) => [...text.matchAll(/\*\*([A-Z]{2}-\d{2})\*\*/g)].map(([, id]) => id))
  const rows = [...new Set(ids)].map((id) => {
    const tests = [...(tags.get(id) ?? [])].map(([path, titles]) => `\`${path}\` › ${titles.join(' · ')}`)
    const missing = exceptions.get(id)
    return `| ${id} | ${tests.join('<br>')} | ${missing === undefined ? 'whole' : `without ${missing}`} |`
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
  const isAsWritten = !files.has(proofPath) || makeProof(files) === files.get(proofPath)
  const stale = {
    rule: 'proof not as the tests are',
    where: proofPath,
    what: 'tags or titles have changed: node scripts/specification.mjs --write',
  }
  return { findings: isAsWritten ? [] : [stale], citations: {} }
}

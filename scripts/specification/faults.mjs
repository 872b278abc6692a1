/** The rows of docs/faults.md (`**X9**`), the tests that they name, and their citations: `reliability X9`, `(X9)`, `(U3, X12)`, `[X9]`, `@X9`. */

const matrix = 'docs/faults.md'
const isTest = (path) => /^(tests|e2e)\//.test(path)
const id = String.raw`[A-Z]-?\d{1,2}`
const list = (open, close, between) => new RegExp(`${open}(${id}(?:${between}${id})*)${close}`, 'g')
const everywhere = [
  list('[Rr]eliability[,:]? ', '', '(?:, | and )'),
  list(String.raw`\(`, String.raw`\)`, ', '),
]
const inTests = [list(String.raw`\[`, String.raw`\]`, ', '), list('(?<!\\w)@', String.raw`\b`, 'never')]

/** @returns {{ id: string, row: string }[]} */
const rows = (files) =>
  [...(files.get(matrix) ?? '').matchAll(/^\| \*\*([A-Z]\d{1,2})\*\* \|.*$/gm)].map(([row, id]) => ({
    id,
    row,
  }))

/** @param {ReadonlyMap<string, string>} files @returns {string[]} every row's id, once */
export const faultIds = (files) => [...new Set(rows(files).map(({ id }) => id))]

/** @param {ReadonlyMap<string, string>} files */
export function checkFaults(files) {
  const known = new Set(faultIds(files))
  const families = new Set([...known].map((id) => id[0]))
  const findings = []
  const named = new Map()
  let faults = 0
  for (const [path, text] of files) {
    if (path === matrix) continue
    for (const found of citedIn(path, text)) {
      // Other capitals with a number are something else; those with a hyphen belong to a list that is not in this repository.
      if (!families.has(found[0]) && !found.includes('-')) continue
      faults++
      if (!known.has(found))
        findings.push({ rule: 'unknown fault', where: path, what: `${found} is no row of ${matrix}` })
      else if (isTest(path)) named.set(found, path)
    }
    if (/reliability \d/i.test(text))
      findings.push({ rule: 'unknown fault', where: path, what: `a number is no row of ${matrix}` })
  }
  const seen = new Set()
  for (const { id, row } of rows(files)) {
    if (seen.has(id)) findings.push({ rule: 'fault twice', where: matrix, what: `${id} stands twice` })
    seen.add(id)
    findings.push(...checkRow(id, row, files, named))
  }
  return { findings, citations: { faults } }
}

/** The ids that a file cites. */
const citedIn = (path, text) =>
  [...everywhere, ...(isTest(path) ? inTests : [])].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, ids]) => ids.split(/, | and /)),
  )

const cellsOf = (row) => row.split(/(?<!\\)\|/).slice(1, -1)
/** `file` › title */
const namedTests = () => /`((?:tests|e2e)\/[^`]+)` › (.*?)(?=<br>| \|$)/g

/** Checks that a row names a test or says why the fault cannot occur here, and that the tests it names exist. */
function checkRow(id, row, files, named) {
  const findings = []
  const isFault = cellsOf(row).length === 4
  if (isFault && !namedTests().test(row) && !row.includes('**Not here:** '))
    findings.push({
      rule: 'shown by nothing',
      where: named.get(id) ?? matrix,
      what: `${id} names no test, and no reason why it cannot occur here (**Not here:** …)`,
    })
  for (const [, path, title] of row.matchAll(namedTests())) {
    const text = files.get(path)?.replaceAll("\\'", "'")
    if (!text?.includes(title.replace(/\\([|*])/g, '$1')))
      findings.push({
        rule: 'shown by nothing',
        where: matrix,
        what: `${id} names a test that is not there: ${path} › ${title}`,
      })
  }
  return findings
}

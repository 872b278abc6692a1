/** Requirements (`**MO-07**` in docs/specification), their tags (`@MO-07` in a test), their citations (MO-07), and sections (§4). */

const page = /^docs\/specification\/(\d+)-[\w-]+\.md$/
const isTest = (path) => /^(tests|e2e)\//.test(path)
const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)

/** @returns {[id: string, path: string][]} in the order of the pages; an id that is defined twice appears twice */
function definitions(files) {
  return [...files]
    .filter(([path]) => page.test(path))
    .flatMap(([path, text]) =>
      matches(text, /\*\*([A-Z]{2}-\d{2})\*\*/g).map((id) => /** @type {[string, string]} */ ([id, path])),
    )
}

/** @param {ReadonlyMap<string, string>} files @returns {string[]} every requirement's id, once */
export const requirementIds = (files) => [...new Set(definitions(files).map(([id]) => id))]

/** @param {ReadonlyMap<string, string>} files */
export function checkRequirements(files) {
  const defined = definitions(files)
  const known = new Set(defined.map(([id]) => id))
  const tagged = new Set()
  const findings = [...checkPages(defined)]
  const citations = { tags: 0, requirements: 0, sections: 0 }
  const prefixes = [...new Set([...known].map((id) => id.slice(0, 2)))].join('|')
  const cited = new RegExp(`(?<![@\\w*-])((?:${prefixes || 'NONE'})-\\d{2})\\b`, 'g')
  const sections = new Set([...files.keys()].map((path) => page.exec(path)?.[1]))

  for (const [path, text] of files) {
    const tags = isTest(path) ? matches(text, /@([A-Z]{2}-\d{2})\b/g) : []
    for (const id of tags)
      if (!known.has(id))
        findings.push({
          rule: 'unknown tag',
          where: path,
          what: `@${id} is no requirement of docs/specification`,
        })
    for (const id of tags) tagged.add(id)
    const ids = matches(text, cited)
    for (const id of ids)
      if (!known.has(id))
        findings.push({
          rule: 'unknown requirement',
          where: path,
          what: `${id} is not in docs/specification`,
        })
    // `§8.2` belongs to another document, which the text names.
    const numbers = matches(text, /§ ?(\d+)(?![\d]|\.\d)/g)
    for (const number of numbers)
      if (!sections.has(number))
        findings.push({
          rule: 'unknown section',
          where: path,
          what: `§${number} has no page in docs/specification`,
        })
    findings.push(...checkHeadings(path, text, files))
    citations.tags += tags.length
    citations.requirements += ids.length
    citations.sections += numbers.length
  }
  for (const [id, where] of new Map(defined))
    if (!tagged.has(id)) findings.push({ rule: 'untagged requirement', where, what: `no test bears @${id}` })
  return { findings, citations }
}

/** Checks headings: for `§7 *Admin*` and `docs/design/offline.md, *Reconnecting*`, the page must contain that text. */
function checkHeadings(path, text, files) {
  const findings = []
  for (const [, number, document, words] of text.matchAll(
    /(?:§(\d+)|docs\/design\/([\w-]+\.md),) \*([^*\n]+)\*/g,
  )) {
    const cited = [...files].find(([at]) =>
      number === undefined ? at === `docs/design/${document}` : page.exec(at)?.[1] === number,
    )
    if (cited && !cited[1].toLowerCase().includes(words.toLowerCase()))
      findings.push({ rule: 'unknown section', where: path, what: `${cited[0]} says nothing of *${words}*` })
  }
  return findings
}

/** Checks that each id is defined once, and that each prefix is numbered without gaps: a gap means a lost requirement. */
function checkPages(defined) {
  const findings = []
  const counts = new Map()
  for (const [id, where] of defined) {
    if (counts.has(id)) findings.push({ rule: 'requirement twice', where, what: `${id} stands twice` })
    counts.set(id, where)
  }
  for (const prefix of new Set([...counts.keys()].map((id) => id.slice(0, 2)))) {
    const numbers = [...counts.keys()].filter((id) => id.startsWith(prefix)).map((id) => Number(id.slice(3)))
    for (let number = 1; number < Math.max(...numbers); number++) {
      const id = `${prefix}-${String(number).padStart(2, '0')}`
      if (!counts.has(id))
        findings.push({
          rule: 'requirement never',
          where: 'docs/specification',
          what: `${id} is missing before others of its prefix`,
        })
    }
  }
  return findings
}

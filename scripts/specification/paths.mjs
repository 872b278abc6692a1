import { posix } from 'node:path'

/** Documents that are cited by their path (`docs/design/look.md`, `docs/decisions/030`), by a link, or as a decision's number. */

/** @param {ReadonlyMap<string, string>} files */
export function checkPaths(files) {
  const numbers = new Set(
    [...files.keys()].flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? []),
  )
  const findings = []
  const citations = { paths: 0, links: 0, sources: 0, decisions: 0 }
  for (const [path, text] of files) {
    const wrong = (rule, what) => findings.push({ rule, where: path, what })
    // `design/look.md` is short for `docs/design/look.md`.
    for (const [, cited] of text.matchAll(/(?<![\w./-])((?:docs|design)\/[\w./-]+\.md)/g)) {
      citations.paths++
      if (
        !files.has(cited) &&
        !files.has(posix.join('docs', cited)) &&
        !files.has(posix.join(posix.dirname(path), cited))
      )
        wrong('unknown path', `${cited} does not exist`)
    }
    for (const cited of linksOf(path, text)) {
      citations.links++
      if (!isThere(posix.join(posix.dirname(path), cited), files))
        wrong('unknown path', `the link to ${cited} leads nowhere`)
    }
    for (const cited of sourcesOf(path, text)) {
      citations.sources++
      if (!isThere(cited, files) && !isThere(posix.join(posix.dirname(path), cited), files))
        wrong('unknown path', `${cited} does not exist`)
    }
    for (const number of decisionsOf(text)) {
      citations.decisions++
      if (!numbers.has(number)) wrong('unknown decision', `there is no decision ${number}`)
    }
  }
  return { findings, citations }
}

/** A Markdown file's links to other Markdown files and to folders of the tree. */
const linksOf = (path, text) =>
  path.endsWith('.md')
    ? [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+?(?:\.md|\/))(?:#[^)]*)?\)/g)].map(([, cited]) => cited)
    : []

/**
 * Files and folders of the code that a Markdown file names in backticks; for `src/features/*`, the folder before the star. Decisions and the changelog are left
 * out: they describe the past.
 */
const sourcesOf = (path, text) =>
  path.endsWith('.md') && !/^(docs\/decisions\/|CHANGELOG)/.test(path)
    ? [...text.matchAll(/`((?:bench|contract|docs|e2e|lint|scripts|server|src|tests)\/[\w./*-]*)`/g)].map(
        ([, cited]) => cited.replace(/\*.*$/, ''),
      )
    : []

const isThere = (path, files) =>
  files.has(path) || [...files.keys()].some((file) => file.startsWith(path.replace(/\/?$/, '/')))

/** `decision 030`, `decisions 006 and 011`, `docs/decisions/030`. */
const decisionsOf = (text) =>
  [...text.matchAll(/\bdecisions?[ /](\d{3}(?:(?:, | and )\d{3})*)\b/gi)].flatMap(([, numbers]) =>
    numbers.split(/, | and /),
  )

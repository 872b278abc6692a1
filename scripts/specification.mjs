import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkFaults, faultIds } from './specification/faults.mjs'
import { checkPaths } from './specification/paths.mjs'
import { checkProof, makeProof, proofPath } from './specification/proof.mjs'
import { checkRequirements, requirementIds } from './specification/requirements.mjs'
import { readOptions } from './command-line.mjs'
import { fail, root } from './progress.mjs'

/** The folders that are searched for citations. */
const folders = [
  'bench',
  'conformance',
  'contract',
  'docs',
  'e2e',
  'lint',
  'merchants',
  'pictures',
  'scripts',
  'server',
  'src',
  'tests',
]
const written = /\.(ts|tsx|mts|mjs|css|html|md)$/
/** Files that exist but are not searched. The check's own test cites things that do not exist, in order to be found. */
const unread = /\.gen\.ts$|^tests\/architecture\/specification\.test\.ts$/

/** @returns {Map<string, string>} the text of every hand-written file of the tree, by its path from the root, with `/` */
export function readTree(folder = root) {
  const files = new Map()
  const add = (path) => {
    if (written.test(path)) files.set(path, unread.test(path) ? '' : readFileSync(join(folder, path), 'utf8'))
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isFile()) add(entry.name)
  for (const name of folders)
    for (const entry of readdirSync(join(folder, name), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        add(
          join(entry.parentPath ?? entry.path, entry.name)
            .slice(join(folder, '/').length)
            .replaceAll('\\', '/'),
        )
  return files
}

/**
 * Everything that is wrong in what code, tests and documents cite.
 * @param {ReadonlyMap<string, string>} files path to text, as `readTree` gives them
 * @returns {import('./specification.mjs').Checked}
 */
export function checkSpecification(files) {
  const parts = [checkRequirements(files), checkFaults(files), checkPaths(files), checkProof(files)]
  return {
    findings: parts.flatMap(({ findings }) => findings),
    citations: Object.assign({}, ...parts.map(({ citations }) => citations)),
    requirements: requirementIds(files).length,
    faults: faultIds(files).length,
  }
}

const usage = `node scripts/specification.mjs [options]    what code, tests and documents cite wrongly
  --missing      requirements without a test alone
  --write        brings ${proofPath} up to date
  --read ID…     the same, and these requirements have been read against their tests`

function main() {
  const { values, positionals: ids } = readOptions(
    usage,
    { missing: { type: 'boolean' }, write: { type: 'boolean' }, read: { type: 'boolean' } },
    { allowPositionals: true },
  )
  if (values.write || values.read)
    writeFileSync(
      join(root, proofPath),
      makeProof(readTree(), (id) => ids.includes(id)),
    )
  const { findings, citations, requirements, faults } = checkSpecification(readTree())
  const asked = values.missing ? findings.filter(({ rule }) => rule === 'untagged requirement') : findings
  for (const { rule, where, what } of asked) console.log(`${rule}: ${what}  (${where})`)
  const counted = Object.entries(citations).map(([kind, count]) => `${count} ${kind}`)
  console.log(
    `${requirements} requirements, ${faults} rows of docs/faults.md. Looked at: ${counted.join(', ')}. ${asked.length || 'Nothing'} wrong.`,
  )
  process.exitCode = asked.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    main()
  } catch (error) {
    fail(error)
  }

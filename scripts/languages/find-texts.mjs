import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

/** Where texts use `t`, `rich`, `plural` and `message` (contract/language.ts). */
export const textFolders = ['src', 'contract', 'server']

/** Where sentences are written that reach a guest in an answer: rules on both sides, the server's refusals, what the device notes about a change. */
export const answerFolders = [
  'contract/rules',
  'contract/schemas',
  'server/modules',
  'server/plugins',
  'server/ports',
  'src/lib',
  'src/db',
]

/** Screens and messages that no guest sees; passes in a phone's wallet are in English. */
const notForGuests =
  /features\/(admin|kitchen)\/|shared\/(staff|order-refund)\/|modules\/((admin|kitchen|order-desk|provider-events)\/|second-factors\/emails\.|staff\/role-emails\.)|ports\/wallet\/|\.test\.|\.gen\./

function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesOf(path)
    else if (/\.tsx?$/.test(entry.name) && !notForGuests.test(path)) yield path
  }
}

function visit(node, see, parent) {
  if (!node || typeof node.type !== 'string') return
  if (see(node, parent) === false) return
  for (const key in node) {
    const child = node[key]
    if (Array.isArray(child))
      for (const one of child) {
        if (one) visit(one, see, node)
      }
    else if (child && typeof child.type === 'string') visit(child, see, node)
  }
}

const read = (path) => parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path)

const keyOf = ({ quasis }) =>
  quasis.map(({ value }) => value.cooked).reduce((key, part, place) => `${key}{${place - 1}}${part}`)

/** Each feature is an area. The server's texts are emails, text messages and push messages, which no page needs. */
const areaOf = (path) =>
  /[\\/]server[\\/]/.test(path) ? 'messages' : (/src\/features\/([\w-]+)\//.exec(path)?.[1] ?? 'shared')

/** Every text that goes through a catalogue, with its area. Throws if one is not a literal. */
export function* findTexts(root, folders) {
  for (const folder of folders)
    for (const path of filesOf(join(root, folder))) {
      const source = readFileSync(path, 'utf8')
      if (!/language\.ts'|rich\.ts'/.test(source)) continue
      const found = []
      visit(read(path), (node) => {
        if (node.type === 'TaggedTemplateExpression' && /^(t|rich)$/.test(node.tag.name ?? ''))
          found.push(keyOf(node.quasi))
        if (node.type === 'CallExpression' && node.callee.name === 'plural')
          found.push(...node.arguments.slice(1, 3).map(({ value }) => value))
        if (node.type === 'CallExpression' && /^(t|message)$/.test(node.callee.name ?? '')) {
          const [text] = node.arguments
          if (text?.type === 'Literal' && typeof text.value === 'string') found.push(text.value)
          if (text?.type === 'TemplateLiteral')
            throw new Error(`${path}: a catalogue text is a literal or a tagged template`)
        }
      })
      for (const text of found) yield { text, area: areaOf(path) }
    }
}

const isSentence = (text) =>
  // A text that begins with a value needs words of its own: “{0} is sold out for now” counts, “{0}, {1}” does not.
  (/^[“A-Z][^<>{}=/\\]*( |’)/.test(text) || /^\{0\}[^<>=/\\]*?[a-z]{2,}[^<>=/\\]* [a-z]{2,}/.test(text)) &&
  text.trim().split(/\s+/).length >= 3 &&
  !/\b(AND|SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|CREATE)\b|^[A-Z]{2,} |=>|serif|\n|https?:/.test(text)

/**
 * Whether a person reads the text. Texts of log calls, of answers that break the contract, and of errors other than ProblemError and AppError go to the log.
 */
const isSaid = (parent) =>
  !(
    parent?.type === 'NewExpression' &&
    (/^(?!Problem|App)\w*Error$/.test(parent.callee?.name ?? '') || parent.arguments[0]?.value === 'garbled')
  ) &&
  !(parent?.type === 'CallExpression' && parent.callee?.type === 'Super') &&
  !(
    parent?.type === 'CallExpression' &&
    /^(warn|info|debug|error|log|fatal)$/.test(parent.callee?.property?.name ?? '')
  )

/** Every sentence in the folders, with `{0}`… for values. */
export function findAnswers(root, folders) {
  const found = new Set()
  for (const folder of folders)
    for (const path of filesOf(join(root, folder)))
      visit(read(path), (node, parent) => {
        if (
          /^(ImportDeclaration|TaggedTemplateExpression)$/.test(node.type) ||
          node.type.startsWith('TSLiteral')
        )
          return false
        if (node.type === 'CallExpression' && /^(t|message|plural|describe)$/.test(node.callee.name ?? ''))
          return false
        if (node.type === 'CallExpression' && node.callee.property?.name === 'describe') return false
        if (!isSaid(parent)) return undefined
        if (node.type === 'Literal' && typeof node.value === 'string' && isSentence(node.value))
          found.add(node.value)
        if (node.type === 'TemplateLiteral' && isSentence(keyOf(node))) found.add(keyOf(node))
        return undefined
      })
  return found
}

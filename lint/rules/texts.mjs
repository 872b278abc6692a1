import { fromRoot } from '../paths.mjs'

/** Where guests read: every word goes through the catalogues (contract/language.ts, docs/decisions/055). */
const forGuests = /^src\/(features\/(?!admin|kitchen)|shared\/|lib\/(ui|paint|payments)\/)/
/** Attributes that are read or heard. */
const said = new Set([
  'label',
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'header',
  'legend',
  'hint',
  'what',
  'lead',
  'caption',
])
const hasWord = (text) => /[A-Za-z]{2}/.test(text)

/** A text in markup that no catalogue has: it would stay English in every language. */
export const texts = {
  create(context) {
    const path = fromRoot(context.filename, context.cwd)
    if (!path || !forGuests.test(path)) return {}
    const report = (node) => context.report({ node, message })
    return {
      JSXText(node) {
        if (hasWord(node.value)) report(node)
      },
      JSXAttribute(node) {
        const name =
          node.name.type === 'JSXNamespacedName'
            ? `${node.name.namespace.name}:${node.name.name.name}`
            : node.name.name
        if (said.has(name) && node.value?.type === 'Literal' && hasWord(String(node.value.value)))
          report(node)
      },
    }
  },
}

const message =
  'write t(‘…’), or rich`…` where there is markup in it (contract/language.ts): a text that no catalogue has stays English in every language.'

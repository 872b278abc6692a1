import type { EmotionCache } from '@emotion/react'

/**
 * Emotion's rules in a constructed stylesheet. Its own way, a `style` element, is forbidden by the page's content security policy
 * (`style-src` names one hash); a constructed sheet is not, and needs no exception.
 */
export function adoptedSheet(key: string): EmotionCache['sheet'] {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const adopted = {
    key,
    isSpeedy: true,
    tags: [],
    ctr: 0,
    container: document.head,
    before: null,
    nonce: undefined,
    prepend: undefined,
    insertionPoint: undefined,
    insert(rule: string) {
      sheet.insertRule(rule, sheet.cssRules.length)
    },
    flush() {
      sheet.replaceSync('')
    },
    hydrate() {
      // Nothing is rendered on the server in this room.
    },
  }
  return adopted as unknown as EmotionCache['sheet']
}

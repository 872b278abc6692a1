import { StyleSheet } from '@emotion/sheet'

/**
 * Emotion's rules in a constructed stylesheet. Its own way, a `style` element, is forbidden by the page's content security policy
 * (`style-src` names hashes only); a constructed sheet is not, and needs no exception. Emotion makes more of the same class for global styles.
 */
export class AdoptedSheet extends StyleSheet {
  #sheet = new CSSStyleSheet()

  override hydrate(): void {
    // Nothing of the kit is rendered on the server.
  }

  override insert(rule: string): void {
    if (!document.adoptedStyleSheets.includes(this.#sheet)) document.adoptedStyleSheets.push(this.#sheet)
    this.#sheet.insertRule(rule, this.#sheet.cssRules.length)
  }

  override flush(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet)
    this.#sheet = new CSSStyleSheet()
  }
}

import { StyleSheet } from '@emotion/sheet'

/**
 * Emotion's rules in a constructed stylesheet. Emotion's default, a `style` element, is forbidden by the page's content security policy (`style-src` names only
 * hashes); a constructed sheet is allowed without an exception. Emotion creates more instances of this class for global styles.
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

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The build's index.html, taken apart once: its stylesheets travel in the page, so their links are gone. */
export type PageTemplate = {
  html: string
  /** The text of the build's stylesheets, in their order. */
  css: string
}

const stylesheetLink = /[ \t]*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="(\/[^"]+)"[^>]*>\n?/g

/** Reads `index.html` of a built portal. Throws when it, or a stylesheet that it links, is not there. */
export function readTemplate(dir: string): PageTemplate {
  const html = readFileSync(join(dir, 'index.html'), 'utf8')
  const css = [...html.matchAll(stylesheetLink)].map((match) => readFileSync(join(dir, match[1]!.split('?')[0]!), 'utf8'))
  return { html: html.replace(stylesheetLink, ''), css: css.join('\n') }
}

/** What goes into a page's places. All of it is markup, made safe by whoever made it. */
export type PageParts = { head: string; style: string; facts: string; firstScreen: string; path: string }

/** A whole page, and the hash of its inlined style as a Content-Security-Policy names it. */
export function fillTemplate(html: string, parts: PageParts): { html: string; styleHash: string } {
  // A style element ends at `</style`, whatever a string in the CSS says.
  const style = parts.style.replace(/<\/(?=style)/gi, '<\\/')
  const head = `${parts.head}\n    <style>${style}</style>`
  // Where the first screen is already in the page, its pictures come before the scripts that make it live.
  const scripts = parts.firstScreen === '' ? html : html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
  const filled = scripts
    .replace('<!--larder:head-->', () => head)
    .replace('<!--larder:facts-->', () => parts.facts)
    // The path says which screen the markup is: the worker's copy of a page may be opened under another.
    .replace('<div id="root"><!--larder:first-screen--></div>', () =>
      parts.firstScreen === '' ? '<div id="root"></div>' : `<div id="root" data-path="${escapeHtml(parts.path)}">${parts.firstScreen}</div>`,
    )
  return { html: filled, styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}` }
}

/** Text as it may stand in markup and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** JSON as it may stand in a script element: `</script>` and `<!--` cannot be formed. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

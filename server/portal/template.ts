import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf, type PageLanguage } from '#contract/languages/all.ts'
import {
  asStyle,
  awaitRoot,
  buildBeginScript,
  buildInlinedLink,
  buildPreload,
  buildRoot,
  buildScreenSheets,
  buildWaitingFaces,
  type InlineSheet,
  preloads,
} from '#contract/page-format.ts'

/** The build's index.html, taken apart once: pages contain its stylesheets inline, so their links load nothing. */
export type PageTemplate = {
  html: string
  /** The text of the build's stylesheets, in their order. */
  css: string
  /** The address of the script that starts a page (src/launch/begin.ts); undefined: not built, and the page loads the portal itself. */
  begin: string | undefined
}

const stylesheetLink = /[ \t]*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="(\/[^"]+)"[^>]*>\n?/g

/** Reads `index.html` of a built portal. Throws when it, or a linked stylesheet, is missing. */
export function readTemplate(dir: string): PageTemplate {
  const html = readFileSync(join(dir, 'index.html'), 'utf8')
  const css = [...html.matchAll(stylesheetLink)].map((match) =>
    readFileSync(join(dir, match[1]!.split('?')[0]!), 'utf8'),
  )
  return {
    html: html.replace(stylesheetLink, (_, href: string) => `    ${buildInlinedLink(href)}\n`),
    css: css.join('\n'),
    begin: findBegin(dir),
  }
}

function findBegin(dir: string): string | undefined {
  const assets = join(dir, 'assets')
  const name = existsSync(assets)
    ? readdirSync(assets).find((file) => /^begin-[\w-]+\.js$/.test(file))
    : undefined
  return name && `/assets/${name}`
}

/**
 * The content of a page's placeholders. All of it is markup, made safe by its producers. `faces`: the rules of the typefaces, where they wait for the page's
 * first pictures; otherwise they are part of `style`. `sheets`: those of the screen that the page begins with.
 */
export type PageParts = {
  head: string
  style: string
  faces?: string
  sheets?: readonly InlineSheet[]
  facts: string
  firstScreen: string
  path: string
}

type InLanguage = { language?: PageLanguage }

/** A whole page, and the hashes of its inlined styles in the form of a Content-Security-Policy. */
export function fillTemplate(
  { html, begin }: Omit<PageTemplate, 'css'>,
  parts: PageParts & InLanguage,
): { html: string; styleHashes: string[] } {
  const style = asStyle(parts.style)
  const faces = parts.faces ? asStyle(parts.faces) : ''
  const screen = parts.sheets?.length ? buildScreenSheets(parts.sheets) : { html: '', style: '' }
  const head = `${parts.head}\n    <style>${style}</style>${screen.html}${faces && buildWaitingFaces(faces)}`
  const filled = withBegin(html, begin, parts.firstScreen !== '')
    .replace('<html lang="en">', () => openingTag(parts.language))
    .replace('<head>', () => (parts.firstScreen === '' ? '<head>' : `<head>\n    ${awaitRoot}`))
    .replace('<!--larder:head-->', () => head)
    .replace('<!--larder:facts-->', () => parts.facts)
    .replace('<div id="root"><!--larder:first-screen--></div>', () =>
      buildRoot(parts.path, parts.firstScreen),
    )
  return { html: filled, styleHashes: [style, screen.style, faces].filter(Boolean).map(hashOf) }
}

/** A text's hash in the form of a Content-Security-Policy. */
export const hashOf = (text: string | Buffer): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`

const openingTag = (language: PageLanguage = 'en'): string =>
  directionOf(language) === 'ltr' ? `<html lang="${language}">` : `<html lang="${language}" dir="rtl">`

const portalScript = /[ \t]*<script type="module"[^>]*\bsrc="(\/assets\/[\w.-]+)"[^>]*><\/script>\n?/

/** Replaces the portal's own script by the one that starts the page. If the page has its first screen, nothing of the portal is preloaded either. */
function withBegin(html: string, begin: string | undefined, hasFirstScreen: boolean): string {
  const portal = portalScript.exec(html)
  if (begin === undefined || !portal) return html
  const parts = [...html.matchAll(preloads)].map(([, href]) => href).join(' ')
  const script = buildBeginScript(begin, { portal: portal[1]!, parts })
  const rest = html.replace(portal[0], hasFirstScreen ? '' : buildPreload(portal[1]!))
  return (hasFirstScreen ? rest.replace(preloads, '') : rest).replace('  </head>', () => `${script}  </head>`)
}

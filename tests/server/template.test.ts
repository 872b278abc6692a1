import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillTemplate, readTemplate } from '#server/portal/template.ts'

const index = `<!doctype html>
<html lang="en">
  <head>
    <!--larder:head-->
    <script type="module" crossorigin src="/assets/index-abc.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-abc.js">
    <link rel="modulepreload" crossorigin href="/assets/frame-abc.js">
  </head>
  <body>
    <div id="root"><!--larder:first-screen--></div>
  </body>
</html>`
const parts = { head: '', style: '', facts: '', path: '/menus' }
const begin =
  '<script defer fetchpriority="high" src="/assets/begin-abc.js" data-portal="/assets/index-abc.js" data-parts="/assets/react-abc.js /assets/frame-abc.js"></script>'

describe('a page’s scripts', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'larder-template-'))
    mkdirSync(join(dir, 'assets'))
    writeFileSync(join(dir, 'index.html'), index)
    writeFileSync(join(dir, 'assets/begin-abc.js'), '')
    writeFileSync(join(dir, 'assets/begin-abc.js.br'), '')
  })
  afterEach(() => rmSync(dir, { recursive: true }))
  const pageOf = (firstScreen: string): string =>
    fillTemplate(readTemplate(dir), { ...parts, firstScreen }).html

  it('are fetched by the one that begins it, and none ahead of the pictures, where the first screen is in the page', () => {
    const page = pageOf('<h1>Menus</h1>')
    expect(page).toContain(begin)
    expect(page).not.toContain('modulepreload')
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  it('let no frame be drawn before the first screen has begun, where there is one', () => {
    const waits = '<link rel="expect" href="#root" blocking="render">'
    const page = pageOf('<h1>Menus</h1>')
    // Before a `base` element, which would make it wait for an element of another page.
    expect(page.slice(page.indexOf('<head>')).replace(/^<head>\s*/, '')).toMatch(new RegExp(`^${waits}`))
    expect(pageOf('')).not.toContain(waits)
  })

  it('come after its typefaces, if those wait in a separate style that the policy allows', () => {
    const made = fillTemplate(readTemplate(dir), {
      ...parts,
      style: 'p{color:red}',
      faces: '@font-face{src:url(/a)}',
      firstScreen: '<h1>Menus</h1>',
    })
    expect(made.html).toContain(
      '<style>p{color:red}</style><style media="not all">@font-face{src:url(/a)}</style>',
    )
    expect(made.styleHashes).toHaveLength(2)
    expect(pageOf('<h1>Menus</h1>')).not.toContain('not all')
  })

  it('are fetched ahead where there is nothing else to see', () => {
    const page = pageOf('')
    expect(page).toContain(begin)
    expect(
      [...page.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, href]) => href).sort(),
    ).toEqual(['/assets/frame-abc.js', '/assets/index-abc.js', '/assets/react-abc.js'])
    expect(page).not.toContain('type="module"')
  })

  it('have its stylesheet in the page, whose link loads nothing and is found by what loads a screen with its own', () => {
    writeFileSync(
      join(dir, 'index.html'),
      index.replace('  </head>', '    <link rel="stylesheet" crossorigin href="/assets/abc.css">\n  </head>'),
    )
    writeFileSync(join(dir, 'assets/abc.css'), 'p{color:red}')
    expect(readTemplate(dir).css).toBe('p{color:red}')
    expect(pageOf('<h1>Menus</h1>').match(/<link rel="stylesheet".*>/g)).toEqual([
      '<link rel="stylesheet" type="text/plain" href="/assets/abc.css">',
    ])
  })

  it('are the build’s own where the one that begins is not built', () => {
    rmSync(join(dir, 'assets/begin-abc.js'))
    expect(pageOf('<h1>Menus</h1>')).toContain(
      '<script type="module" crossorigin src="/assets/index-abc.js"></script>',
    )
  })
})

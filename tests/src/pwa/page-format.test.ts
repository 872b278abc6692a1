// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
import {
  blockIds,
  buildBeginScript,
  buildCounterPage,
  buildDataBlock,
  buildFacePreload,
  buildKeptPage,
  buildPreload,
  buildRoot,
  findPortalFiles,
  isPortalPage,
} from '#contract/page-format.ts'

const files = { portal: '/assets/index-abc.js', parts: '/assets/react-abc.js /assets/frame-abc.js' }
const shell = `<!doctype html>
<html lang="en">
  <head>
${buildPreload(files.portal)}${buildPreload('/assets/react-abc.js')}${buildBeginScript('/assets/begin-abc.js', files)}  </head>
  <body>
    ${buildRoot('/', '')}
    ${buildDataBlock(blockIds.host, { label: '</script>$&' })}
  </body>
</html>`

/** A page as a browser parses it. */
const read = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

describe('a page of the portal', () => {
  it('says where the portal’s files are, to whoever reads its text and to the script that begins it', () => {
    expect(findPortalFiles(shell)).toEqual(files)
    expect({ ...read(shell).querySelector<HTMLScriptElement>('script[src*="begin"]')!.dataset }).toEqual(
      files,
    )
    expect(findPortalFiles('<script type="module" src="/src/main.tsx"></script>')).toBeUndefined()
  })

  it('is distinguished from a network’s sign-in page', () => {
    expect(isPortalPage(shell)).toBe(true)
    expect(isPortalPage('<title>Free airport Wi-Fi</title>')).toBe(false)
  })

  it('carries its data complete, whatever it contains', () => {
    expect(JSON.parse(read(shell).getElementById(blockIds.host)!.textContent)).toEqual({
      label: '</script>$&',
    })
  })

  it('names the path of its first screen, and none without one', () => {
    const root = read(buildRoot('/menus/a"b', '<h1>Menus</h1>')).getElementById('root')!
    expect(root.dataset['path']).toBe('/menus/a"b')
    expect(root.textContent).toBe('Menus')
    expect({ ...read(shell).getElementById('root')!.dataset }).toEqual({})
  })
})

describe('the typefaces of a page', () => {
  const ahead = (page: Document) =>
    [...page.querySelectorAll('link[as="font"]:not([media])')].map((link) => link.getAttribute('href'))

  const faces = ['/assets/text.woff2', '/assets/display.woff2']
  const lines = faces.map((href) => buildFacePreload(href, { isAhead: false })).join('\n')
  const empty = shell.replace('<head>', `<head><base href="/">${lines}`)

  it('wait where it has nothing to show, and are fetched ahead with the counter’s card', () => {
    expect(ahead(read(empty))).toEqual([])
    expect(ahead(read(buildCounterPage(empty, '/assets/counter-first-abc.js')!))).toEqual(faces)
  })

  it('are fetched ahead with a view that the device has kept, whose first frame waits for its root', () => {
    const kept = read(buildKeptPage(empty, '/order', { markup: '<h1>Order</h1>', css: '' })!.html)
    expect(ahead(kept)).toEqual(faces)
    // Before the `base` element, so that it waits for this page's own root, whatever the address.
    expect(kept.head.firstElementChild?.outerHTML).toBe('<link rel="expect" href="#root" blocking="render">')
    expect(read(shell).querySelector('[rel="expect"]')).toBeNull()
  })
})

describe('the counter’s page', () => {
  it('draws the card first: nothing of the portal is run or fetched ahead, and the script knows where it is', () => {
    const page = read(buildCounterPage(shell, '/assets/counter-first-abc.js')!)
    const scripts = [...page.querySelectorAll<HTMLScriptElement>('script[src]')]
    expect(scripts.map((script) => script.getAttribute('src'))).toEqual(['/assets/counter-first-abc.js'])
    expect({ ...scripts[0]!.dataset }).toEqual(files)
    expect(page.querySelector('link[rel="modulepreload"]')).toBeNull()
    expect(page.head.firstElementChild?.getAttribute('href')).toBe('/assets/counter-first-abc.js')
    expect(page.body.lastElementChild).toBe(scripts[0])
    expect(page.getElementById(blockIds.host)?.textContent).toBe(
      read(shell).getElementById(blockIds.host)!.textContent,
    )
  })

  it('is not made of a page that does not say where the portal is', () => {
    expect(buildCounterPage('<head></head><body></body>', '/assets/counter-first-abc.js')).toBeUndefined()
  })
})

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FirstScreen } from '#server/portal/first-screen.ts'
import { readRouteSheets } from '#server/portal/route-sheets.ts'
import { oneDatabase } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { buildTinyPortal } from './support/portal.ts'

const digestOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const css = '.kit-a{gap:8px}</style><script>ran()</script>'

/** A page that contains a view of its screen, shown until the portal has drawn it (docs/decisions/067). */
describe('a first view', () => {
  let larder: TestLarder
  const made: string[] = []
  beforeAll(async () => {
    const dir = buildTinyPortal()
    writeFileSync(join(dir, 'assets/begin-abc.js'), '')
    const firstScreen: FirstScreen = {
      isPrepared: () => false,
      render: async () => undefined,
      view: async (_merchant, path, _language, asked) => {
        if (asked?.hasQuery === true && path !== '/receipt') return undefined
        made.push(path)
        return path === '/mycards'
          ? undefined
          : {
              markup: `<main>${path}</main>`,
              css,
              sheets: [{ href: '/assets/room-abc.css', css: '.room{gap:4px}</style>' }],
              isForNewDevice: path === '/account',
              isForAnyAddress: path === '/account' || path === '/receipt' || path.startsWith('/gift/'),
            }
      },
    }
    const engine = oneDatabase[0]!
    larder = await startTestLarder(engine, { portal: { kind: 'built', dir }, firstScreen })
  })
  afterAll(() => larder.close())
  const get = async (url: string) => {
    const { body, headers } = await larder.app.inject({
      url,
      headers: { host: tavola.host, accept: 'text/html' },
    })
    return { body, policy: String(headers['content-security-policy']) }
  }
  const keptOf = (html: string): string | undefined => /data-kept="([^"]*)"/.exec(html)?.[1]

  it.each(['/about', '/cards', '/forgotpassword'])(
    'is in the page of %s, with its styles and no more',
    async (path) => {
      const { body, policy } = await get(path)
      expect(body).toContain(`<div id="root" data-kept="${path}"><main>${path}</main></div>`)
      // The stylesheet is in the page, and is not loaded a second time.
      expect(body).toContain('<link rel="stylesheet" type="text/plain" href="/assets/room-abc.css">')
      expect(body).toContain('<style data-screen-style>.room{gap:4px}<\\/style></style>')
      expect(policy).toContain(`'${digestOf('.room{gap:4px}<\\/style>')}'`)
      const style = /<style id="kept-style">([^]*?)<\/style>/.exec(body)![1]!
      // A closing tag in the CSS is escaped, and the policy allows exactly the escaped text.
      expect(style).toBe(css.replace('</style', '<\\/style'))
      expect(policy).toContain(`'${digestOf(style)}'`)
      expect(policy).not.toContain("style-src 'unsafe-inline'")
    },
  )

  it('for new devices is hidden until a script, allowed by its hash, has found nothing stored', async () => {
    const { body, policy } = await get('/account')
    expect(body).toContain('<div id="root" data-kept="" data-new-device><main>/account</main></div>')
    expect(body).toContain(':root:not([data-new-device]) #root[data-new-device]{display:none}')
    const script = /<head><script>([^]*?)<\/script>/.exec(body)![1]!
    expect(script).toContain('localStorage.length')
    const hashed = `'${digestOf(script)}'`
    expect(policy).toContain(hashed)
    // No other page may run it.
    expect((await get('/about')).policy).not.toContain(hashed)
    expect((await get('/about')).body).not.toContain('data-new-device')
  })

  it('of what a link names is the same under every link, so no page has the address of another in it', async () => {
    for (const path of ['/gift/one', '/gift/other', '/receipt?object_id=one', '/receipt?object_id=other']) {
      const { body } = await get(path)
      expect(keptOf(body)).toBe('')
      expect(body).not.toContain('data-new-device')
    }
  })

  it('of a menu for ordering is that menu’s, and of its dish that dish’s', async () => {
    const paths = [
      '/order/dinner',
      '/order/dinner/category/pizza',
      '/order/dinner/category/pizza/item/margherita',
    ]
    for (const path of [...paths, ...paths]) expect(keptOf((await get(path)).body)).toBe(path)
  })

  it('is made once for each path, and for no address that has more than a path', async () => {
    await get('/about')
    const before = made.length
    await get('/about')
    expect(made).toHaveLength(before)
    expect(keptOf((await get('/about?from=mail')).body)).toBeUndefined()
    expect(made).toHaveLength(before)
  })

  it('is made once for all who ask at the same moment', async () => {
    const before = made.length
    const pages = await Promise.all(Array.from({ length: 5 }, () => get('/terms')))
    expect(pages.map(({ body }) => keptOf(body))).toEqual(Array(5).fill('/terms'))
    expect(made.slice(before)).toEqual(['/terms'])
  })

  it('is in no page with personal data, and not in the shell that the worker caches', async () => {
    expect(keptOf((await get('/mycards')).body)).toBeUndefined()
    expect(keptOf((await get('/shell')).body)).toBeUndefined()
    // Each screen has a page of its own; none contains personal data.
    expect(keptOf((await get('/forgotpassword')).body)).toBe('/forgotpassword')
  })
})

describe('the stylesheets of a route', () => {
  const dir = buildTinyPortal()
  const manifest = {
    'index.html': { css: ['assets/index-abc.css'], imports: [] },
    'src/routes/_kit.lazy.tsx': { imports: ['_kit.js'] },
    '_kit.js': { css: ['assets/kit-abc.css'], imports: ['index.html'] },
    'src/routes/_kit/cards.lazy.tsx': { css: ['assets/cards-abc.css'], imports: ['_kit.js', '_text.js'] },
    '_text.js': { css: ['assets/text-abc.css'], imports: ['_text.js'] },
    'src/routes/_user/mycards/index.lazy.tsx': {},
  }
  for (const name of ['kit', 'text', 'cards'])
    writeFileSync(join(dir, `assets/${name}-abc.css`), `.${name}{}`)
  mkdirSync(join(dir, '.vite'))
  writeFileSync(join(dir, '.vite/manifest.json'), JSON.stringify(manifest))

  it('are its own and its layouts’, without those that every page has', () => {
    const sheetsOf = readRouteSheets(dir)
    expect(sheetsOf('/cards')).toEqual([
      { href: '/assets/kit-abc.css', css: '.kit{}' },
      { href: '/assets/text-abc.css', css: '.text{}' },
      { href: '/assets/cards-abc.css', css: '.cards{}' },
    ])
    expect([sheetsOf('/mycards'), sheetsOf('/about')]).toEqual([[], []])
  })

  it('are empty without a build', () => {
    expect(readRouteSheets(buildTinyPortal())('/cards')).toEqual([])
  })
})

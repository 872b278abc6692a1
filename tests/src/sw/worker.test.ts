import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { integrityOf, origin, type Server, WorkerStage } from '../support/worker-stage.ts'

/** The worker's files expect other globals than the tests have: they are run whole, and tested from outside. */
const files = import.meta.glob('../../../src/sw/index.ts')

const script = 'export const price = 1895'
const pageOf = (path: string): string => `<!doctype html><title>${path}</title><div id="root"></div>`
const airport = '<!doctype html><h1>Welcome to Airport WiFi</h1>'
const prepared = ['/shell', '/', '/menus']
const htmlAnswer = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
const scriptAnswer = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })

/** The smallest complete pictures of their formats. */
const webp = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...'RIFF'].map(codeOf).concat([8, 0, 0, 0], [...'WEBPdata'].map(codeOf)))
const avif = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array([0, 0, 0, 12, ...[...'ftypavif'].map(codeOf), 0, 0, 0, 9, ...[...'mdat'].map(codeOf), 7])
const codeOf = (letter: string): number => letter.charCodeAt(0)
const pictureAnswer = (bytes: Uint8Array<ArrayBuffer>, type: string, status = 200) =>
  new Response(bytes, { status, headers: { 'content-type': type } })

const good: Server = (path) => {
  if (path.startsWith('/assets/')) return scriptAnswer(script)
  if (path.endsWith('.webp')) return pictureAnswer(webp(), 'image/webp')
  if (path.endsWith('.avif')) return pictureAnswer(avif(), 'image/avif')
  return htmlAnswer(pageOf(path))
}

const stage = new WorkerStage()
const precache = `workbox-precache-v2-${origin}/`
const pageKey = (path: string) => `${path}?__WB_REVISION__=r1`

beforeAll(async () => {
  stage.set({
    __LARDER_UNREAD__: { title: 'News', body: 'Look.', lang: 'en' },
    __WB_MANIFEST: [{ url: '/assets/portal-abc.js', revision: null, integrity: integrityOf(script) }],
    __LARDER_PAGES__: prepared.map((url) => ({ url, revision: 'r1', integrity: integrityOf(pageOf(url)) })),
  })
  await files['../../../src/sw/index.ts']!()
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  stage.caches.clear()
  stage.asked.length = 0
  stage.skipped = 0
  stage.claimed = 0
  stage.windows = []
  stage.server = good
  stage.sending = {}
  stage.restart()
})

const kept = async (path: string): Promise<string | undefined> =>
  await (await (await stage.caches.open(precache)).match(path))?.text()
const keepAs = async (path: string, answer: Response): Promise<void> =>
  await (await stage.caches.open(precache)).put(path, answer)
const open = async (path: string): Promise<string | undefined> =>
  await (await stage.fetch(path, 'navigate'))?.text()

describe('the worker, being installed', () => {
  it('stores pages and files, and takes over only when it is told', async () => {
    await stage.dispatch('install')
    expect([await kept(pageKey('/shell')), await kept('/assets/portal-abc.js')]).toEqual([
      pageOf('/shell'),
      script,
    ])
    expect([stage.skipped, stage.claimed]).toEqual([0, 0])
    await stage.dispatch('activate')
    expect([stage.skipped, stage.claimed]).toEqual([0, 1])
  })

  it.each<[string, RegExp, Response]>([
    ['a captive portal in place of a page (N6)', /^\/shell$/, htmlAnswer(airport)],
    ['a captive portal in place of a first screen (N6)', /^\/menus$/, htmlAnswer(airport)],
    ['a captive portal in place of a script (N6)', /^\/assets/, htmlAnswer(airport)],
    ['a proxy’s 502', /^\/shell$/, htmlAnswer('<h1>Bad gateway</h1>', 502)],
    ['a proxy’s 502 that shows the page', /^\/shell$/, htmlAnswer(pageOf('/shell'), 502)],
    ['half of a page (V9)', /^\/shell$/, htmlAnswer(pageOf('/shell').slice(0, 20))],
    ['half of a script (V9)', /^\/assets/, scriptAnswer(script.slice(0, 9))],
    ['a script that is called a page', /^\/assets/, htmlAnswer(script)],
    ['another restaurant’s page', /^\/shell$/, htmlAnswer(pageOf('/grill'))],
  ])('fails with %s, and keeps nothing of it', async (_what, path, answer) => {
    stage.server = (asked, request) => (path.test(asked) ? answer.clone() : good(asked, request))
    await expect(stage.dispatch('install')).rejects.toThrow(
      /integrity differs|not of this build|bad-precaching-response/,
    )
    for (const key of [pageKey('/shell'), pageKey('/menus'), '/assets/portal-abc.js'])
      expect([undefined, pageOf('/shell'), pageOf('/menus'), script]).toContain(await kept(key))
    stage.server = good
    await stage.dispatch('install')
    expect([await kept(pageKey('/shell')), await kept('/assets/portal-abc.js')]).toEqual([
      pageOf('/shell'),
      script,
    ])
  })

  it('brings along what it sends with, fails without it, and does not read it at a launch', async () => {
    await stage.dispatch('install')
    expect(stage.imported).toEqual(['/assets/sending-abc.js'])
    stage.restart()
    expect(await open('/')).toBe(pageOf('/'))
    expect(stage.imported).toEqual([])
    stage.sending = undefined
    await expect(stage.dispatch('install')).rejects.toThrow('NetworkError')
  })

  it('asks past the browser’s own cache where that gives something else', async () => {
    stage.server = (path, request) =>
      path.startsWith('/assets/') && request.cache === 'default'
        ? scriptAnswer(script.slice(0, 9))
        : good(path, request)
    await stage.dispatch('install')
    expect(await kept('/assets/portal-abc.js')).toBe(script)
    expect(stage.asked.filter((one) => one.startsWith('/assets/'))).toEqual([
      '/assets/portal-abc.js default',
      '/assets/portal-abc.js reload',
    ])
  })

  it('takes over what an older worker kept, but for what is not ours', async () => {
    await keepAs('/assets/portal-abc.js', scriptAnswer(script.slice(0, 9)))
    await keepAs(pageKey('/shell'), htmlAnswer(airport))
    await keepAs(pageKey('/menus'), htmlAnswer(pageOf('/menus')))
    await stage.dispatch('install')
    expect([await kept('/assets/portal-abc.js'), await kept(pageKey('/shell'))]).toEqual([
      script,
      pageOf('/shell'),
    ])
    expect(stage.asked).not.toContain('/menus reload')
  })
})

describe('the worker, installed beside an older one', () => {
  const old = { page: '/shell?__WB_REVISION__=r0', file: '/assets/portal-old.js' }
  const older = async () => [await kept(old.page), await kept(old.file)]
  const all = [pageOf('/shell'), 'export const price = 1795']
  beforeEach(async () => {
    await keepAs(old.page, htmlAnswer(all[0]!))
    await keepAs(old.file, scriptAnswer(all[1]!))
  })

  it('leaves the older one all of its files when it is stopped in the middle (P4)', async () => {
    const cache = await stage.caches.open(precache)
    const put = cache.put.bind(cache)
    let puts = 0
    const stopped = new Promise<void>((resolve) => {
      vi.spyOn(cache, 'put').mockImplementation(async (...parts: Parameters<typeof put>) => {
        if (++puts === 1) return await put(...parts)
        resolve()
        return await new Promise(() => undefined)
      })
    })
    void stage.dispatch('install')
    await stopped
    expect([await older(), stage.skipped, stage.claimed]).toEqual([all, 0, 0])
  })

  it('leaves the older one all of its files when there is no room for its own, and never takes over with half of them (D3)', async () => {
    const cache = await stage.caches.open(precache)
    const put = cache.put.bind(cache)
    let puts = 0
    vi.spyOn(cache, 'put').mockImplementation(async (...parts: Parameters<typeof put>) => {
      if (++puts > 1) throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      await put(...parts)
    })
    await expect(stage.dispatch('install')).rejects.toThrow('Quota exceeded')
    expect([await older(), stage.skipped, stage.claimed]).toEqual([all, 0, 0])
    vi.mocked(cache.put).mockRestore()
    await stage.dispatch('install')
    expect(await older()).toEqual(all)
    await stage.dispatch('activate')
    expect(await older()).toEqual([undefined, undefined])
    expect([await kept(pageKey('/shell')), await kept('/assets/portal-abc.js')]).toEqual([
      pageOf('/shell'),
      script,
    ])
  })

  it('answers from the network when the browser has deleted the files and left the store, and stores them again; none of another build are used (D13)', async () => {
    await stage.dispatch('install')
    await (await stage.caches.open(precache)).delete(pageKey('/shell'))
    await (await stage.caches.open(precache)).delete('/assets/portal-abc.js')
    expect([await open('/about'), await (await stage.fetch('/assets/portal-abc.js'))?.text()]).toEqual([
      pageOf('/about'),
      script,
    ])
    expect([await kept(pageKey('/shell')), await kept('/assets/portal-abc.js')]).toEqual([
      pageOf('/shell'),
      script,
    ])
    await (await stage.caches.open(precache)).delete('/assets/portal-abc.js')
    stage.server = () => scriptAnswer(all[1]!)
    await expect(stage.fetch('/assets/portal-abc.js')).rejects.toThrow('integrity differs')
    expect(await kept('/assets/portal-abc.js')).toBeUndefined()
  })
})

describe('the worker, asked for a page', () => {
  beforeEach(() => stage.dispatch('install'))

  it('answers with what is kept and asks nobody', async () => {
    stage.asked.length = 0
    expect([await open('/menus'), await open('/about')]).toEqual([pageOf('/menus'), pageOf('/shell')])
    expect(stage.asked).toEqual([])
  })

  it.each([
    ['a captive portal', htmlAnswer(airport)],
    ['half of the page', htmlAnswer(pageOf('/shell').slice(0, 20))],
    ['an error', htmlAnswer(pageOf('/shell'), 502)],
  ])('does not use %s that an older worker kept, and keeps the next good answer', async (_what, answer) => {
    await keepAs(pageKey('/shell'), answer.clone())
    expect(await open('/about')).toBe(pageOf('/about'))
    expect(await kept(pageKey('/shell'))).toBe(pageOf('/shell'))
    stage.server = () => undefined
    expect(await open('/about')).toBe(pageOf('/shell'))
  })

  it('goes on from the shell where only the first screen is bad, and lets a captive portal be seen where there is nothing else', async () => {
    await keepAs(pageKey('/menus'), htmlAnswer(airport))
    stage.server = () => htmlAnswer(airport)
    expect(await open('/menus')).toBe(pageOf('/shell'))
    await keepAs(pageKey('/shell'), htmlAnswer(airport))
    expect(await open('/menus')).toBe(airport)
    stage.server = good
    await open('/menus')
    expect([await kept(pageKey('/menus')), await kept(pageKey('/shell'))]).toEqual([
      pageOf('/menus'),
      pageOf('/shell'),
    ])
  })

  it('uses a page that an older worker kept rightly, also without a network', async () => {
    await keepAs(pageKey('/shell'), htmlAnswer(pageOf('/shell')))
    stage.server = () => undefined
    expect(await open('/about')).toBe(pageOf('/shell'))
  })

  it('leads from /index.html to the home page as the server does, also without a network', async () => {
    stage.server = () => undefined
    for (const path of ['/index.html', '/index.html?utm_source=mail']) {
      const answer = await stage.fetch(path, 'navigate')
      expect([answer?.status, answer?.headers.get('location')]).toEqual([302, `${origin}/`])
    }
  })

  it('leads from an address in other capitals to the screen’s own as the server does, also without a network', async () => {
    stage.server = () => undefined
    const answer = await stage.fetch('/Menus/Dinner?from=Mail', 'navigate')
    expect([answer?.status, answer?.headers.get('location')]).toEqual([
      302,
      `${origin}/menus/Dinner?from=Mail`,
    ])
  })

  it('asks the server for pages and files while the stored ones cannot be read (D18)', async () => {
    for (const call of ['open', 'match'] as const) {
      const broken = vi
        .spyOn(stage.caches, call)
        .mockRejectedValue(new DOMException('broken', 'UnknownError'))
      onTestFinished(() => broken.mockRestore())
    }
    expect([await open('/about'), await open('/menus')]).toEqual([pageOf('/about'), pageOf('/menus')])
    expect(await (await stage.fetch('/assets/portal-abc.js'))?.text()).toBe(script)
    stage.server = () => scriptAnswer('export const price = 1795')
    await expect(stage.fetch('/assets/portal-abc.js')).rejects.toThrow('integrity differs')
  })

  it('answers with stored pages and files while nothing can be written (D18)', async () => {
    const cache = await stage.caches.open(precache)
    await keepAs(pageKey('/shell'), htmlAnswer(pageOf('/shell')))
    await cache.delete('/assets/portal-abc.js')
    const full = new DOMException('Quota exceeded.', 'QuotaExceededError')
    const putting = vi.spyOn(cache, 'put').mockRejectedValue(full)
    onTestFinished(() => putting.mockRestore())
    expect(await (await stage.fetch('/assets/portal-abc.js'))?.text()).toBe(script)
    stage.server = () => undefined
    expect(await open('/about')).toBe(pageOf('/shell'))
    expect(await open('/about')).toBe(pageOf('/shell'))
  })

  it.each([
    '/about?utm_source=https://ads.example/spring.html',
    '/order/dinner/category/pizza/item/no.1',
    '/cart?from=/a.b',
  ])('opens %s without a network', async (path) => {
    await keepAs(pageKey('/shell'), htmlAnswer(pageOf('/shell')))
    stage.server = () => undefined
    expect(await open(path)).toBe(pageOf('/shell'))
  })

  it.each([
    '/api/location/bella',
    '/sandbox/payments/field.html',
    '/assets/',
    '/service-worker.js',
    '/meta.json',
    '/robots.txt',
    '/robots.txt?from=/menus/',
  ])('leaves %s to the browser', async (path) => {
    expect(await stage.fetch(path, 'navigate')).toBeUndefined()
  })

  it('does not answer with a screen where a picture is opened by its address', async () => {
    const answer = await stage.fetch('/pictures/pizza-320.webp', 'navigate')
    expect(answer?.headers.get('content-type')).toBe('image/webp')
  })

  it('leaves a script that asks for a page to the server', async () => {
    expect(await stage.fetch('/shell')).toBeUndefined()
  })

  it('gives files from what is kept, and asks for one that is not ours', async () => {
    stage.server = () => undefined
    expect(await (await stage.fetch('/assets/portal-abc.js'))?.text()).toBe(script)
    await keepAs('/assets/portal-abc.js', htmlAnswer(airport))
    stage.server = good
    expect(await (await stage.fetch('/assets/portal-abc.js'))?.text()).toBe(script)
    expect(await kept('/assets/portal-abc.js')).toBe(script)
    expect(await stage.fetch('/assets/other.js')).toBeUndefined()
  })
})

describe('the worker, asked for pictures', () => {
  const pictures = async () =>
    (await (await stage.caches.open('larder-pictures')).keys()).map(({ url }) => new URL(url).pathname)
  const small = '/pictures/pizza-320.webp'

  it.each([['/pictures/pizza-320.webp'], ['/pictures/pizza-640.avif']])(
    'keeps %s from first sight',
    async (path) => {
      await stage.fetch(path)
      expect(await pictures()).toEqual([path])
      stage.server = () => undefined
      expect((await stage.fetch(path))?.status).toBe(200)
    },
  )

  it.each<[string, () => Response]>([
    ['a page', () => htmlAnswer(airport)],
    ['a page that is called a picture', () => pictureAnswer(new TextEncoder().encode(airport), 'image/webp')],
    ['a missing picture', () => pictureAnswer(webp(), 'image/webp', 404)],
    ['half of a WebP', () => pictureAnswer(webp().slice(0, 13), 'image/webp')],
    ['half of an AVIF', () => pictureAnswer(avif().slice(0, 16), 'image/avif')],
    ['nothing', () => pictureAnswer(new Uint8Array(), 'image/avif')],
  ])('does not keep %s, seen or fetched ahead', async (_what, answer) => {
    stage.server = answer
    await stage.fetch(small)
    await stage.dispatch('message', { origin, data: { type: 'keep-pictures', urls: [small] } })
    expect(await pictures()).toEqual([])
  })

  it('asks again for what was kept as a picture and is none', async () => {
    const cache = await stage.caches.open('larder-pictures')
    await cache.put(small, htmlAnswer(airport))
    expect((await stage.fetch(small))?.headers.get('content-type')).toBe('image/webp')
    await cache.put(small, htmlAnswer(airport))
    await stage.dispatch('message', { origin, data: { type: 'keep-pictures', urls: [small] } })
    expect((await cache.match(small))?.headers.get('content-type')).toBe('image/webp')
  })

  it('lets go of broken ones when it takes over, and of no other', async () => {
    const cache = await stage.caches.open('larder-pictures')
    await cache.put('/pictures/whole-320.webp', pictureAnswer(webp(), 'image/webp'))
    await cache.put('/pictures/half-320.webp', pictureAnswer(webp().slice(0, 13), 'image/webp'))
    await stage.dispatch('activate')
    expect(await pictures()).toEqual(['/pictures/whole-320.webp'])
  })

  it('keeps the 600 that were seen last, however they were loaded (V10)', async () => {
    const path = (at: number): string => `/pictures/dish-${at}-320.webp`
    const ahead = (from: number, length: number) => ({
      origin,
      data: { type: 'keep-pictures', urls: Array.from({ length }, (_, at) => path(from + at)) },
    })
    await stage.dispatch('message', ahead(0, 595))
    for (let at = 700; at < 710; at++) await stage.fetch(path(at))
    expect((await pictures()).length).toBe(600)
    await stage.dispatch('message', ahead(800, 5))
    const left = await pictures()
    expect([left.length, left.includes(path(700)), left.includes(path(804))]).toEqual([600, true, true])
  })

  it('stores none of 700 from elsewhere (V10)', async () => {
    for (let at = 0; at < 700; at++)
      expect(await stage.fetch(`https://elsewhere.example/pictures/dish-${at}-320.webp`)).toBeUndefined()
    expect(await pictures()).toEqual([])
  })

  it('keeps ahead as much as the restaurant allows, what is held already counted, and no more', async () => {
    const size = webp().length
    const ahead = (count: number) =>
      stage.dispatch('message', {
        origin,
        data: {
          type: 'keep-pictures',
          urls: Array.from({ length: 10 }, (_, at) => `/pictures/dish-${at}-320.webp`),
          kilobytes: (count * size) / 1000,
        },
      })
    await ahead(3)
    expect((await pictures()).length).toBe(3)
    await ahead(3)
    expect((await pictures()).length).toBe(3)
    await ahead(5)
    expect((await pictures()).length).toBe(5)
    await ahead(0)
    expect(stage.asked).toHaveLength(5)
  })

  it('without a network shows another size of the same picture', async () => {
    await stage.fetch(small)
    stage.server = () => undefined
    expect((await stage.fetch('/pictures/pizza-640.webp'))?.status).toBe(200)
    await expect(stage.fetch('/pictures/pasta-640.webp')).rejects.toThrow('no-response')
  })
})

describe('the worker, spoken to', () => {
  const say = (data: unknown, from = origin) => stage.dispatch('message', { origin: from, data })

  it('takes over when its page says so', async () => {
    await say({ type: 'skip-waiting' })
    expect(stage.skipped).toBe(1)
  })

  it('takes over for a page that is alone, and not beside another window', async () => {
    stage.windows = ['one', 'two']
    await say({ type: 'skip-waiting', alone: true })
    expect(stage.skipped).toBe(0)
    stage.windows = ['one']
    await say({ type: 'skip-waiting', alone: true })
    expect(stage.skipped).toBe(1)
  })

  it.each([
    null,
    'skip-waiting',
    {},
    { type: 'something-else' },
    { type: 'keep-pictures' },
    { type: 'keep-pictures', urls: 'x' },
  ])('ignores %j', async (data) => {
    await say(data)
    expect([stage.skipped, stage.asked]).toEqual([0, []])
  })

  it('does not listen to another origin', async () => {
    await say({ type: 'skip-waiting' }, 'https://evil.example')
    await say({ type: 'keep-pictures', urls: ['/pictures/pizza-320.webp'] }, 'https://evil.example')
    expect([stage.skipped, stage.asked]).toEqual([0, []])
  })

  it('stores pictures of ours only, whatever else it is told to', async () => {
    const strange = [
      '/api/user',
      'https://evil.example/pictures/a.webp',
      '/pictures/../api/user',
      '/pictures/a.webp?x=1',
      '/pictures/a.svg',
      7,
    ]
    await say({
      type: 'keep-pictures',
      urls: [...strange, '/pictures/pizza-320.webp', '/pictures/pizza-640.avif?v=1a2b'],
    })
    expect(stage.asked).toEqual([
      '/pictures/pizza-320.webp default',
      '/pictures/pizza-640.avif?v=1a2b default',
    ])
  })
})

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { screens } from '#contract/screens.ts'
import { oneDatabase } from './support/databases.ts'
import { grill, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { merchantsWith } from './support/merchants.ts'
import { buildTinyPortal } from './support/portal.ts'

describe('portal and hosts', () => {
  let larder: TestLarder
  const merchantsDir = merchantsWith(() => ({}))
  beforeAll(async () => {
    const engine = oneDatabase[0]!
    larder = await startTestLarder(engine, {
      merchantsDir,
      portal: { kind: 'built', dir: buildTinyPortal() },
    })
  })
  afterAll(() => larder.close())

  const get = (url: string, host = tavola.host, headers: Record<string, string> = {}) =>
    larder.app.inject({ url, headers: { host, accept: 'text/html', ...headers } })
  const factsOf = (html: string): Record<string, unknown> =>
    JSON.parse(/<script type="application\/json" id="larder-host">(.*?)<\/script>/.exec(html)![1]!) as Record<
      string,
      unknown
    >

  it('serves each host its own page, with its facts and theme @EN-02', async () => {
    const [mine, theirs] = await Promise.all([get('/menus'), get('/menus', grill.host)])
    expect(mine.body).toContain('<title>Menus of Tavola</title>')
    expect(mine.body).toContain('<meta name="description" content="All menus" />')
    expect(theirs.body).toContain('<title>Menus of Grill 44</title>')
    expect(factsOf(mine.body)).toMatchObject({
      label: 'tavola',
      host: { locationId: tavola.location, organizationId: 'org-tavola', container_width: 1400 },
      payments: { provider: 'sandbox', publishable_key: 'pk_sandbox_tavola-nyc' },
      verification: { provider: 'embedded' },
      version: '0.1.414',
    })
    expect(theirs.body).not.toMatch(/tavola/i)
    expect(mine.body).toContain('--h-surface:#fbf6ec')
    expect(theirs.body).toContain('color-scheme:dark')
  })

  it('titles a page by the settings, the seo list, then the home page’s title @EN-07', async () => {
    expect((await get('/')).body).toContain('<title>Tavola &#60;home&#62;</title>')
    expect((await get('/')).body).toContain('content="Dough &#38; fire"')
    expect((await get('/menus/dinner')).body).toContain('<title>Dinner | Menus of Tavola</title>')
    expect((await get('/order')).body).toContain('<title>Order online</title>')
    expect((await get('/privacy')).body).toContain('<title>Privacy | Tavola &#60;home&#62;</title>')
    expect((await get('/forgotpassword')).body).toContain(
      '<title>Forgot password | Tavola &#60;home&#62;</title>',
    )
    expect((await get('/login')).body).toContain('<title>Sign in | Tavola &#60;home&#62;</title>')
    expect((await get('/shell')).body).toContain('<title>Tavola</title>')
  })

  it.each(['/anything', '/menus/dinner/pizza', '/mycards/send/Bogus/0', '/mycards/Bogus/0'])(
    'says of the unknown address %s that there is no such page, with the portal to lead on',
    async (url) => {
      const page = await get(url)
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(page.body).toContain('<title>Page not found | ')
      expect(page.body).toContain('<meta name="robots" content="noindex" />')
      expect(factsOf(page.body)).toMatchObject({ label: 'tavola' })
    },
  )

  it('answers every address of the portal with 200', async () => {
    for (const pattern of Object.keys(screens)) {
      const url = pattern.replace('$type', 'SendText').replaceAll(/\$\w+/g, 'some-id')
      expect((await get(url)).statusCode, url).toBe(200)
    }
  })

  it('leads a guest on from a file that is not there, and nobody else', async () => {
    const guest = await get('/menu.php', tavola.host, { 'sec-fetch-dest': 'document' })
    expect([guest.statusCode, guest.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const script = await get('/menu.php', tavola.host, { 'sec-fetch-dest': 'script' })
    expect([script.statusCode, script.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })

  it('leads from the build’s own page to the host’s', async () => {
    const reply = await get('/index.html')
    expect([reply.statusCode, reply.headers.location]).toEqual([301, '/'])
  })

  it('leads from an address in other capitals to the screen’s own, with its query', async () => {
    const led = async (path: string) => {
      const { statusCode, headers } = await get(path)
      return [statusCode, headers.location]
    }
    expect(await led('/Menus')).toEqual([301, '/menus'])
    expect(await led('/MyCards/Purchase/0?from=Mail')).toEqual([301, '/mycards/Purchase/0?from=Mail'])
    // The ids of menus and cards keep theirs.
    expect((await led('/menus/Dinner'))[0]).toBe(200)
    expect((await led('/Nothing'))[0]).toBe(404)
  })

  it('knows its location’s clock for this year and the next', async () => {
    const { zone } = factsOf((await get('/menus')).body) as {
      zone: { name: string; stretches: { from: number; until: number }[] }
    }
    expect(zone.name).toBe('America/New_York')
    const at = Date.now()
    expect(zone.stretches.some(({ from, until }) => from <= at && at < until)).toBe(true)
    expect(zone.stretches).toHaveLength(5)
  })

  it('inlines the stylesheets and allows exactly that style', async () => {
    const page = await get('/')
    // The stylesheet's link stays in the page with a type that loads nothing.
    expect(page.body.match(/rel="stylesheet"(?: type="text\/plain")?/g)).toEqual([
      'rel="stylesheet" type="text/plain"',
    ])
    const style = /<style>([\s\S]*?)<\/style>/.exec(page.body)![1]!
    expect(style).toContain('color:var(--h-ink)')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    // Only WebAssembly, for the scanner of this merchant's cards.
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe')
    for (const part of [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "frame-src 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "base-uri 'self'",
    ])
      expect(policy).toContain(part)
  })

  it('sends the security headers and a request id with everything', async () => {
    for (const url of [
      '/',
      '/api/location/tavola-nyc',
      '/nothing.js',
      '/meta.json',
      '/assets/index-abc.js',
    ]) {
      const { headers } = await get(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers['permissions-policy']).toContain('camera=(self)')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    }
  })

  it('answers 304 to a client that has it, in the best compression that it accepts', async () => {
    const plain = await get('/menus')
    const packed = await get('/menus', tavola.host, { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect(packed.headers['cache-control']).toBe('no-cache, no-transform')
    const known = await get('/menus', tavola.host, { 'if-none-match': String(packed.headers.etag) })
    expect(known).toMatchObject({ statusCode: 304, body: '' })
    expect(
      (await get('/menus', tavola.host, { 'if-none-match': `W/${String(plain.headers.etag)}` })).statusCode,
    ).toBe(304)
    expect(
      (await get('/menus', grill.host, { 'if-none-match': String(plain.headers.etag) })).statusCode,
    ).toBe(200)
    const refused = await get('/menus', tavola.host, { 'accept-encoding': 'br;q=0, gzip' })
    expect(gunzipSync(refused.rawPayload).toString()).toBe(plain.body)
  })

  it('lets assets be cached forever, with their compressed versions', async () => {
    const asset = await get('/assets/index-abc.js', tavola.host, { 'accept-encoding': 'br' })
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(brotliDecompressSync(asset.rawPayload).toString()).toContain('portal')
    expect((await get('/assets/index-old.js')).statusCode).toBe(404)
    expect((await get('/menus/thing.js')).statusCode).toBe(404)
  })

  it.each([
    '/assets/../index.html',
    '/assets/..%2f..%2fpackage.json',
    '/pictures/..%2fhost.json',
    '/pictures/%2e%2e/host.json',
    '/..%2f..%2fetc%2fpasswd.txt',
    '/assets/%00.js',
  ])('does not serve files outside of its folders: %s', async (url) => {
    const reply = await get(url)
    expect(reply.body).not.toMatch(/organizationId|devDependencies|root:/)
  })

  it('has a picture kept for good under the address of what is there, and of no other version', async () => {
    const folder = join(merchantsDir, 'tavola/pictures')
    mkdirSync(folder)
    const put = (content: string): string => {
      const index = JSON.stringify({ soup: { width: 4, height: 3, widths: [400, 800] } })
      // With a byte order mark, as some editors write.
      writeFileSync(join(folder, 'index.json'), `\uFEFF${index}`)
      for (const name of ['soup-400.avif', 'soup-800.webp']) writeFileSync(join(folder, name), content)
      return createHash('sha256').update(content).digest('hex').slice(0, 8)
    }
    const keptOf = async (file: string, version: string): Promise<unknown> => {
      const reply = await get(`/pictures/${file}?v=${version}`)
      return [reply.statusCode, reply.headers['cache-control']]
    }
    const forGood = [200, 'public, max-age=31536000, immutable']
    const first = put('one picture')
    expect(await keptOf('soup-800.webp', first)).toEqual(forGood)
    expect(await keptOf('soup-400.avif', first)).toEqual(forGood)
    for (const other of ['00000000', ''])
      expect(await keptOf('soup-400.avif', other)).toEqual([200, 'no-cache'])
    const second = put('another picture')
    expect(await keptOf('soup-400.avif', first)).toEqual([200, 'no-cache'])
    expect(await keptOf('soup-400.avif', second)).toEqual(forGood)
    // A file without a version is not cached for good.
    writeFileSync(join(folder, 'logo.webp'), 'a logo')
    expect(await keptOf('logo.webp', first)).toEqual([200, 'no-cache'])
  })

  it('tells the worker which pages of this host to keep, and the digest of each', async () => {
    const [mine, theirs] = await Promise.all([
      get('/service-worker.js'),
      get('/service-worker.js', grill.host),
    ])
    expect(mine.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(mine.body).not.toContain('__LARDER')
    // It is still a valid script after the data is inserted.
    expect(runInNewContext(`${mine.body}; unread()`)).toMatchObject({ lang: 'en' })
    expect(mine.body).not.toBe(theirs.body)
    const pages = JSON.parse(/\[.*\]/.exec(mine.body.split(', unread')[0]!)![0]) as {
      url: string
      revision: string
      integrity: string
    }[]
    expect(pages.map(({ url }) => url)).toEqual(['/shell', '/', '/home', '/menus', '/order'])
    for (const { url, revision, integrity } of pages) {
      const page = await get(url)
      expect(page.headers.etag).toBe(`"${revision}"`)
      expect(integrity).toBe(`sha256-${createHash('sha256').update(page.body).digest('base64')}`)
      // Proxies must not alter it: the service worker would reject it.
      expect(page.headers['cache-control']).toBe('no-cache, no-transform')
    }
  })

  it('gives each host its own manifest @OV-10', async () => {
    const manifest = (await get('/manifest.webmanifest', grill.host)).json<Record<string, unknown>>()
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Grill 44',
      short_name: 'Grill 44',
      start_url: '/',
      display: 'standalone',
      background_color: '#1d1512',
    })
  })

  it('offers from the icon what the restaurant offers', async () => {
    const manifest = (await get('/manifest.webmanifest')).json<{ shortcuts?: { url: string }[] }>()
    expect(manifest.shortcuts?.map(({ url }) => url)).toEqual(['/order', '/tickethistory'])
  })

  it('tells the version, uncached @AO-01', async () => {
    const meta = await get('/meta.json?1732137600')
    expect(meta.json()).toEqual({ version: '0.1.414' })
    expect(meta.headers['cache-control']).toBe('no-store')
  })

  it.each([
    'unknown.localhost',
    'tavola.localhost.evil.example',
    'evil.example',
    'tavola',
    'tavola.localhost@evil.example',
  ])('answers the unknown host %j with a neutral 404 and nothing of a merchant', async (host) => {
    for (const url of [
      '/',
      '/menus',
      '/api/location/tavola-nyc',
      '/manifest.webmanifest',
      '/service-worker.js',
      '/sandbox/payments/v1.js',
    ]) {
      const reply = await get(url, host, { 'x-forwarded-host': tavola.host })
      expect(reply.statusCode).toBe(404)
      expect(reply.body).not.toMatch(/tavola|grill/i)
    }
  })

  it('knows listed hosts, ports and spellings, and the default merchant on a bare address @EN-02', async () => {
    for (const host of [
      'TAVOLA.localhost:8080',
      'order.tavola.example',
      'localhost:8080',
      '127.0.0.1',
      '[::1]:8080',
    ])
      expect((await get('/', host)).body).toContain('"label":"tavola"')
  })

  it('answers unknown calls in the one format of a problem', async () => {
    for (const url of ['/api/nothing', '/api', '/api/location/tavola-nyc/nothing']) {
      const reply = await get(url)
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({
        code: 'not_found',
        errors: [{ message: expect.any(String) as string }],
        has_error: true,
      })
    }
  })

  describe('a form that is posted by the browser itself, for the scripts are not there yet', () => {
    const post = (url: string, headers: Record<string, string> = {}, payload = 'password=secret+of+mine') =>
      larder.app.inject({
        method: 'POST',
        url,
        payload,
        headers: {
          host: tavola.host,
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-mode': 'navigate',
          ...headers,
        },
      })
    const pages = Object.keys(screens).map((pattern) =>
      pattern.replace('$type', 'SendText').replaceAll(/\$\w+/g, 'one'),
    )

    it('leads to its page again, whichever it is, and the body is not looked at', async () => {
      const replies = await Promise.all(pages.map((url) => post(url, {}, `x=${'y'.repeat(300_000)}`)))
      expect(replies.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
        pages.map((url) => [303, url]),
      )
      expect(replies.map(({ body }) => body).join('')).toBe('')
      expect(replies[0]!.headers['cache-control']).toBe('no-store')
      // Browsers without fetch metadata do not send these headers.
      const plain = await larder.app.inject({
        method: 'POST',
        url: '/login',
        payload: 'a=b',
        headers: { host: tavola.host, 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(plain.statusCode).toBe(303)
    })

    it('keeps the token of a mailed link in its address', async () => {
      const type = 'multipart/form-data; boundary=x'
      const { headers } = await post('/resetpassword?key=abc%2F1', { 'content-type': type })
      expect(headers.location).toBe('/resetpassword?key=abc%2F1')
    })

    it.each([
      ['a call of the API', '/api/auth/login', {}],
      ['an address without a page', '/nothing', {}],
      ['one that would lead to another host', '//', {}],
      ['a script', '/login', { 'sec-fetch-mode': 'cors' }],
      ['JSON', '/login', { 'content-type': 'application/json' }],
    ])('of %s is answered as before', async (_whose, url, headers) => {
      const reply = await post(url, headers)
      expect([400, 404, 415]).toContain(reply.statusCode)
      expect(reply.headers.location).toBeUndefined()
    })

    it('of an unknown host leads nowhere', async () => {
      expect((await post('/login', { host: 'unknown.localhost' })).statusCode).toBe(404)
    })
  })
})

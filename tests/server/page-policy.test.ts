import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { pageHeaders } from '#server/plugins/security-headers.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import { databases } from './support/databases.ts'
import { grill, type LarderOptions, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { everybody } from './support/members.ts'
import { merchantsWithSignIn } from './support/merchants.ts'
import { buildTinyPortal } from './support/portal.ts'
import { startStripeLarder } from './support/stripe/larder.ts'

/** The sources of an inventory in docs/security.md, in its order. */
function inventoryOf(what: 'scripts' | 'frames'): string[] {
  const section = readFileSync('docs/security.md', 'utf8').split(/^### /m)
  const rows = section.find((one) => one.startsWith(`Inventory of ${what}\n`))!
  return [...rows.matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, source]) => source!)
}

describe('what a page may load', () => {
  let larder: TestLarder
  afterEach(() => larder.close())

  const start = async (
    ids: { google?: string; facebook?: string },
    verification?: Verification,
    more: LarderOptions = {},
    open: typeof startTestLarder = startTestLarder,
  ): Promise<void> => {
    const portal = { kind: 'built', dir: buildTinyPortal() } as const
    larder = await open(databases[0]!, {
      ...more,
      portal,
      merchantsDir: merchantsWithSignIn(ids),
      ...(verification && { verification }),
    })
  }
  const pageOf = async (host = tavola.host) => {
    const { headers, body } = await larder.app.inject({
      url: '/login',
      headers: { host, accept: 'text/html' },
    })
    const facts = JSON.parse(/id="larder-host">(.*?)<\/script>/.exec(body)![1]!) as { verification: unknown }
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
    )
    return {
      policy,
      opener: headers['cross-origin-opener-policy'],
      referrer: headers['referrer-policy'],
      verification: facts.verification,
      text: String(headers['content-security-policy']),
    }
  }
  const worker = async (): Promise<string> =>
    (await larder.app.inject({ url: '/service-worker.js', headers: { host: tavola.host } })).body

  it('is nothing from elsewhere where nothing is switched on', async () => {
    await start({})
    const page = await pageOf()
    expect(page.text).not.toMatch(/google|facebook|gstatic/)
    expect(page).toMatchObject({
      opener: 'same-origin',
      referrer: 'no-referrer',
      verification: { provider: 'embedded' },
    })
  })

  it('includes the hosts of the merchant’s pictures elsewhere, and no more than the hosts @EN-01 @EN-04 @EN-15', async () => {
    await start({})
    const images = async (): Promise<string[]> => (await pageOf()).policy.get('img-src')!
    // The pictures of its gift cards.
    expect(await images()).toEqual(["'self'", 'data:', 'https://pictures.example'])
    larder.change('tavola', (document) => ({
      ...document,
      cardPrograms: [{ id: 'p', description: 'A card', image: 'https://cards.example/a.webp?signed=1' }],
      announcements: [
        { type: 'other', title: 'Wine', image_src: 'https://img.example:8443/wine.webp' },
        { type: 'other', title: 'Oil', image_src: 'https://img.example:8443/oil.webp' },
        { type: 'other', title: 'Plain', image_src: 'http://plain.example/a.webp' },
        { type: 'other', title: 'Sly', image_src: 'https://a;script-src.example/a.webp' },
      ],
      configurations: [
        ...document.configurations,
        {
          name: 'gallery_page',
          value: {
            active_images: [{ title: '', image: { image_id: '1', url: 'https://gallery.example/1.webp' } }],
          },
        },
      ],
    }))
    expect(await images()).toEqual([
      "'self'",
      'data:',
      'https://cards.example',
      'https://gallery.example',
      'https://img.example:8443',
      'https://pictures.example',
    ])
    expect((await pageOf(grill.host)).policy.get('img-src')).toEqual(["'self'", 'data:'])
  })

  it('is Google’s map in a frame where there is a key for it, and no script of theirs', async () => {
    await start({}, undefined, { googleMapsKey: 'for-these-hosts' })
    const page = await pageOf()
    expect(page.policy.get('frame-src')).toContain('https://www.google.com/maps/embed/')
    expect(page.policy.get('script-src')!.join(' ')).not.toContain('google')
    const { body } = await larder.app.inject({
      url: '/',
      headers: { host: tavola.host, accept: 'text/html' },
    })
    expect(body).toContain('"maps":{"google_key":"for-these-hosts"}')
  })

  it('includes the log service when there is one, and the page can write to it @AO-02 @VA-27', async () => {
    const browserLog = { url: 'https://logs.example/in', token: 'write-only' }
    await start({}, undefined, { browserLog })
    const { body, headers } = await larder.app.inject({
      url: '/login',
      headers: { host: tavola.host, accept: 'text/html' },
    })
    expect(body).toContain(`"log":${JSON.stringify(browserLog)}`)
    expect(String(headers['content-security-policy'])).toMatch(
      /connect-src [^;]*https:\/\/logs\.example(;| )/,
    )
  })

  it('is Google’s client script for the merchant with a client id, and for no other', async () => {
    await start({ google: 'tavola-at-google' })
    const page = await pageOf()
    for (const kind of ['script-src', 'style-src', 'connect-src', 'frame-src'])
      expect(page.policy.get(kind)).toEqual(
        expect.arrayContaining(["'self'", 'https://accounts.google.com/gsi/']),
      )
    // Google draws its button only where the Referrer names the site.
    expect(page).toMatchObject({ opener: 'same-origin-allow-popups', referrer: 'strict-origin' })
    expect(page.text).not.toMatch(/facebook|recaptcha|'unsafe/)
    const other = await pageOf(grill.host)
    expect(other.text).not.toContain('google')
    // Google's script may not work under Trusted Types: only the merchant that uses it goes without them.
    expect(page.policy.has('require-trusted-types-for')).toBe(false)
    expect(other.policy.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(other).toMatchObject({ opener: 'same-origin', referrer: 'no-referrer' })
  })

  it('is Facebook’s for the merchant with an app', async () => {
    await start({ facebook: '4711' })
    const page = await pageOf()
    expect(page.policy.get('script-src')).toContain('https://connect.facebook.net')
    expect(page.policy.get('frame-src')).toContain('https://www.facebook.com')
    expect(page.opener).toBe('same-origin-allow-popups')
    expect(page.text).not.toContain('google')
  })

  it('is reCAPTCHA’s where that verifies people, and the page says with which key', async () => {
    await start({}, { provider: 'recaptcha', siteKey: 'site', verify: async () => true })
    const page = await pageOf()
    expect(page.policy.get('script-src')).toEqual(
      expect.arrayContaining(['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']),
    )
    expect(page.policy.get('frame-src')).toContain('https://www.google.com/recaptcha/')
    expect(page).toMatchObject({
      opener: 'same-origin',
      verification: { provider: 'recaptcha', site_key: 'site' },
    })
    expect(
      (await larder.app.inject({ url: '/api/verification/challenge', headers: { host: tavola.host } }))
        .statusCode,
    ).not.toBe(200)
  })

  it('lets no text become markup or a script, on every page, in the worker and in the frames of the card fields @X1', async () => {
    await start({})
    for (const url of ['/', '/menus', '/login', '/shell', '/nothing-here']) {
      const { headers } = await larder.app.inject({
        url,
        headers: { host: tavola.host, accept: 'text/html' },
      })
      expect(headers['content-security-policy'], url).toMatch(
        /; require-trusted-types-for 'script'; trusted-types default dompurify$/,
      )
      expect(headers['content-security-policy'], url).not.toMatch(/'unsafe-|\*/)
    }
    for (const url of [
      '/service-worker.js',
      '/sandbox/payments/field.html',
      '/sandbox/payments/action.html',
      '/sandbox/payments/wallet-button.html',
      '/sandbox/payments/wallet-sheet.html',
    ]) {
      const { headers } = await larder.app.inject({ url, headers: { host: tavola.host } })
      expect(headers['content-security-policy'], url).toMatch(
        url === '/service-worker.js'
          ? /; script-src 'self'; require-trusted-types-for 'script'; trusted-types larder-worker$/
          : /; require-trusted-types-for 'script'; trusted-types 'none'$/,
      )
    }
  })

  const paying = [
    '/ordercheckout',
    '/checkout',
    ...['Purchase', 'Reload'].map((type) => `/mycards/${type}/c1`),
    ...['SendText', 'SendEmail', 'SendPhysical'].map((type) => `/mycards/send/${type}/c1`),
  ]
  const shared = {
    provider: 'recaptcha',
    siteKey: 'site',
    verify: async () => true,
    onPaymentPages: everybody,
  } as const

  it('is the card provider’s alone where cards are taken, whatever else is switched on', async () => {
    await start({ google: 'tavola-at-google', facebook: '4711' }, shared, {
      googleMapsKey: 'for-these-hosts',
    })
    for (const url of [...paying, '/shell/payment']) {
      const { headers, body } = await larder.app.inject({
        url,
        headers: { host: tavola.host, accept: 'text/html' },
      })
      const text = String(headers['content-security-policy'])
      expect(text, url).toMatch(/; require-trusted-types-for 'script'; trusted-types default dompurify$/)
      expect(text, url).toContain("script-src 'self';")
      expect(text, url).toContain("frame-src 'self';")
      expect(text, url).not.toMatch(/google|facebook|gstatic|unsafe/)
      expect(headers, url).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      // A meta element tells the portal, which reloads the page for a guest who comes from another page; the human check is our own.
      expect(body, url).toContain('<meta name="larder-page" content="payment" />')
      expect(body, url).toContain('"verification":{"provider":"embedded"}')
    }
    const open = await larder.app.inject({
      url: '/login',
      headers: { host: tavola.host, accept: 'text/html' },
    })
    expect(open.body).toContain('<meta name="larder-page" content="open" />')
    expect(await worker()).toContain('"/shell/payment"')
  })

  it.each([
    ['nothing else is switched on', {}, undefined, {}],
    [
      'everything else is switched on',
      { google: 'tavola-at-google', facebook: '4711' },
      shared,
      {
        googleMapsKey: 'for-these-hosts',
        browserLog: { url: 'https://logs.example/in', token: 'write-only' },
      },
    ],
  ] as const)(
    'is what the inventory of payment pages names, and nothing more, with Stripe where %s (PCI DSS 6.4.3)',
    async (_, ids, verification, more) => {
      await start(ids, verification, more, startStripeLarder)
      for (const url of [...paying, ...(verification ? ['/shell/payment'] : [])]) {
        const { headers } = await larder.app.inject({
          url,
          headers: { host: tavola.host, accept: 'text/html' },
        })
        const policy = String(headers['content-security-policy'])
        const sourcesOf = (kind: string) => new RegExp(`${kind} ([^;]+);`).exec(policy)![1]!.split(' ')
        expect(sourcesOf('script-src'), url).toEqual(inventoryOf('scripts'))
        expect(sourcesOf('frame-src'), url).toEqual(inventoryOf('frames'))
        // Anything that these directives leave out falls to the default: nothing may be embedded or run from elsewhere under
        // another directive.
        expect(policy, url).toMatch(/^default-src 'none'; /)
        expect(policy, url).not.toMatch(/script-src-|child-src|object-src/)
      }
    },
  )

  it('needs no pages apart where nobody else’s script runs', async () => {
    await start({})
    const { body } = await larder.app.inject({
      url: '/ordercheckout',
      headers: { host: tavola.host, accept: 'text/html' },
    })
    expect(body).not.toContain('larder-page')
    expect(await worker()).not.toContain('/shell/payment')
    const shell = await larder.app.inject({ url: '/shell/payment', headers: { host: tavola.host } })
    expect(shell.statusCode).toBe(404)
  })

  it('is reported by browsers that refuse something', async () => {
    await start({})
    const page = await pageOf()
    expect(page.policy.get('report-uri')).toEqual(['/api/policyreports'])
    expect(page.policy.get('report-to')).toEqual(['pages'])
    const { headers } = await larder.app.inject({
      url: '/',
      headers: { host: tavola.host, accept: 'text/html' },
    })
    expect(headers['reporting-endpoints']).toBe('pages="/api/policyreports"')
  })

  it('reaches installed portals: the worker’s page changes even when only the policy has', async () => {
    await start({})
    const before = await worker()
    await larder.close()
    await start({ google: 'tavola-at-google' })
    expect(await worker()).not.toBe(before)
  })
})

describe('what a page’s frames and windows may do', () => {
  it('lets the card provider’s frames ask for a wallet, and its window answer, where that is Stripe', () => {
    const policy = {
      styleHashes: [],
      verification: 'embedded',
      signIn: { google: undefined, facebook: undefined },
      scanner: false,
      maps: false,
    } as const
    const headersWith = (payments: 'sandbox' | 'stripe') => pageHeaders({ ...policy, payments })
    expect(headersWith('sandbox')).toMatchObject({ 'cross-origin-opener-policy': 'same-origin' })
    expect(headersWith('sandbox')).not.toHaveProperty('permissions-policy')
    expect(headersWith('stripe')).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('payment=(self "https://js.stripe.com")'),
    })
  })
})

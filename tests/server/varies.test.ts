import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageCookie } from '#contract/language.ts'
import { pageLanguages } from '#contract/languages/all.ts'
import { paymentShellUrl } from '#contract/payment-pages.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { merchantsWithSignIn } from './support/merchants.ts'
import { routesServed } from './support/other-routes.ts'
import { buildTinyPortal } from './support/portal.ts'

/** Values for the parameters of routes that do not depend on the fixtures. */
const parameters: Readonly<Record<string, string>> = {
  loc: tavola.location,
  menu: 'dinner',
  category: 'pizza',
  item: 'margherita',
}
/** Addresses for the routes that serve more than one kind of answer. A wildcard route without a row fails. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  'GET /*': [
    '/',
    '/menus',
    '/menus/dinner',
    '/order',
    '/login',
    '/order/checkout',
    '/nowhere',
    '/menu.php',
    '/mark.svg',
  ],
  'GET /assets/*': ['/assets/index-abc.js', '/assets/index-abc.css', '/assets/mark-abc.svg'],
  'GET /pictures/*': ['/pictures/pizza.png'],
}
/** Headers that may change an answer: each set is compared with a plain request. */
const asked: readonly Readonly<Record<string, string>>[] = [
  {},
  ...['gzip', 'br', 'br, gzip'].map((encoding) => ({ 'accept-encoding': encoding })),
  ...pageLanguages.flatMap((language) => [
    { 'accept-language': language },
    { cookie: `${languageCookie}=${language}` },
  ]),
  { 'sec-fetch-dest': 'document' },
  { 'sec-fetch-mode': 'navigate' },
]

type MenuBook = { menus: { categories: { digest: string }[] }[] }
type Asked = (typeof asked)[number]
type Answer = { headers: Asked; reply: LightMyRequestResponse }

const addressesOf = (route: string, queries: Readonly<Record<string, string>>): readonly string[] => {
  const path = route.slice('GET '.length)
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => parameters[name] ?? 'none')
  return addresses[route] ?? [filled + (queries[route] ?? '')]
}

/** Whether a shared cache may store it. */
const mayBeKept = ({ headers }: LightMyRequestResponse): boolean =>
  !/\bno-store\b/.test(String(headers['cache-control']))
const variesBy = ({ headers }: LightMyRequestResponse): string[] =>
  String(headers.vary ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
const contentOf = ({ statusCode, headers, rawPayload }: LightMyRequestResponse): unknown => [
  statusCode,
  headers['content-type'],
  headers['content-encoding'],
  headers.etag,
  rawPayload.toString('base64'),
]
const differing = (one: Asked, other: Asked): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])

describe('an answer that a cache may keep', () => {
  let larder: TestLarder
  let routes: string[] = []
  /** The query strings of calls that need one. */
  let queries: Readonly<Record<string, string>> = {}
  const ask = (url: string, headers: Asked = {}): Promise<LightMyRequestResponse> =>
    larder.app.inject({ url, headers: { host: tavola.host, ...headers } })
  beforeAll(async () => {
    const merchantsDir = merchantsWithSignIn({ google: '1.apps.googleusercontent.com' })
    const pictures = join(merchantsDir, 'tavola/pictures')
    mkdirSync(pictures)
    writeFileSync(join(pictures, 'pizza.png'), 'a picture')
    const dir = buildTinyPortal()
    for (const name of ['assets/mark-abc.svg', 'mark.svg']) {
      writeFileSync(join(dir, name), '<svg/>')
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync('<svg/>'))
    }
    const start = async (): Promise<void> => {
      larder = await startTestLarder(databases[0]!, {
        merchantsDir,
        portal: { kind: 'built', dir },
      })
    }
    routes = (await routesServed(start, '/')).filter((route) => route.startsWith('GET '))
    const book = await ask(`/api/location/${tavola.location}/menubook?mode=order`)
    const { menus } = book.json<MenuBook>()
    const had = menus.flatMap(({ categories }) => categories.map(({ digest }) => digest))[0]
    queries = {
      'GET /api/location/:loc/menubook': '?mode=order',
      // The client has one part of the menus already, so that the server sends a difference.
      'GET /api/location/:loc/menubook/changes': `?mode=order&have=${had}`,
    }
  })
  afterAll(() => larder.close())

  const answersTo = async (url: string): Promise<Answer[]> => {
    const answers: Answer[] = []
    for (const headers of asked) answers.push({ headers, reply: await ask(url, headers) })
    return answers
  }
  /** Every address whose answer may be cached, for a fetch or a navigation. */
  const listKept = async (): Promise<string[]> => {
    const kept: string[] = []
    for (const url of routes.flatMap((route) => addressesOf(route, queries))) {
      const replies = [await ask(url), await ask(url, { 'sec-fetch-mode': 'navigate' })]
      if (replies.some(mayBeKept)) kept.push(url)
    }
    return kept
  }

  it('names in Vary every header that it is chosen by, whatever route gives it', async () => {
    const unsaid: string[] = []
    for (const url of await listKept()) {
      const answers = await answersTo(url)
      for (const one of answers.filter(({ reply }) => mayBeKept(reply)))
        for (const other of answers) {
          const names = differing(one.headers, other.headers)
          const isSame = JSON.stringify(contentOf(one.reply)) === JSON.stringify(contentOf(other.reply))
          if (!isSame && !variesBy(one.reply).some((name) => names.includes(name)))
            unsaid.push(`${url}: ${names.join(', ')}`)
        }
    }
    expect([...new Set(unsaid)]).toEqual([])
  })

  it('says the same of itself when nothing has changed', async () => {
    for (const url of await listKept())
      for (const { headers, reply } of await answersTo(url)) {
        if (!mayBeKept(reply) || reply.headers.etag === undefined) continue
        const same = await ask(url, { ...headers, 'if-none-match': reply.headers.etag })
        expect([same.statusCode, same.headers.vary], url).toEqual([304, reply.headers.vary])
      }
  })

  it.each([
    ['/', 'accept-encoding, accept-language, cookie, sec-fetch-dest, sec-fetch-mode'],
    ['/shell', 'accept-encoding, accept-language, cookie, sec-fetch-dest, sec-fetch-mode'],
    [paymentShellUrl, 'accept-encoding, accept-language, cookie, sec-fetch-dest, sec-fetch-mode'],
    ['/service-worker.js', 'accept-encoding, accept-language, cookie'],
    ['/manifest.webmanifest', 'accept-encoding'],
    ['/sitemap.xml', 'accept-encoding'],
    ['/assets/index-abc.js', 'accept-encoding'],
    [`/api/location/${tavola.location}/menubook?mode=order`, 'accept-encoding'],
    ['/pictures/pizza.png', undefined],
  ])('at %s, by %s', async (url, by) => {
    for (const { reply } of await answersTo(url))
      expect([reply.statusCode, reply.headers.vary]).toEqual([200, by])
  })
})

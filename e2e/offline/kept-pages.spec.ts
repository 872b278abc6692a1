import type { Page } from '@playwright/test'
import { builtScript, requestsFor } from '../fixtures/built-files.ts'
import { launched } from '../fixtures/launched.ts'
import { workerOf } from '../fixtures/worker.ts'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import type { Fault } from '../fixtures/faults.ts'
import { expect, test } from '../fixtures/test.ts'

/** The messages that Chromium logs for what these tests do. */
const expectedErrors =
  /net::ERR_|Failed to load resource|integrity|A bad HTTP response code|ServiceWorker|bad-precaching-response/

type Stand = 'none' | 'installing' | 'active'

const workerStand = (page: Page): Promise<Stand> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (!registration) return 'none'
    return registration.installing ? 'installing' : registration.active ? 'active' : 'none'
  })

/** Every cached text for an address, in any revision. */
const keptTexts = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (new URL(request.url).pathname === wanted) texts.push(await (await cache.match(request))!.text())
    }
    return texts
  }, path)

/** Replaces the worker's cached answer for a path, as an older worker that did not verify its downloads could have. */
const keepBadly = (page: Page, path: string, body: string, type: string): Promise<number> =>
  page.evaluate(
    async ([wanted, text, contentType]) => {
      let found = 0
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          if (new URL(request.url).pathname !== wanted) continue
          await cache.put(request, new Response(text, { headers: { 'content-type': contentType! } }))
          found++
        }
      }
      return found
    },
    [path, body, type] as const,
  )

const airport = '<!doctype html><title>Airport WiFi</title><h1>Welcome to Airport WiFi</h1>'
const aboutUs = (page: Page) => page.getByRole('heading', { name: 'About', level: 1 })

/** A screen that no test here launches on. */
const catering = 'src/routes/catering.lazy.tsx'

/** tests/src/sw/worker.test.ts has other wrong answers for a file. Here: a page, and a script, whose hash the browser itself checks. */
const answers: { what: string; path: RegExp; fault: Fault }[] = [
  // First: a browser that has fetched a whole script does not ask for it again.
  {
    what: 'half of a script, called the whole',
    path: requestsFor(catering),
    fault: { kind: 'truncated' },
  },
  { what: 'a captive portal in place of the page', path: /^\/shell/, fault: { kind: 'html' } },
]

/** What the server sends as the worker's script from now on. */
const sendWorker = (faults: FaultProxy, body: string) =>
  faults.arm(
    { path: /^\/service-worker\.js/, count: 1000 },
    { kind: 'status', status: 200, headers: { 'content-type': 'text/javascript' }, body },
  )

/** A captive portal's answer is not cached as a picture, and one that an older worker cached is requested again. */
async function expectPicturesAlone(page: Page, faults: FaultProxy): Promise<void> {
  await page.goto('/menus')
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('larder-pictures')
      const answers = await Promise.all(
        (await cache.keys()).map(async (request) => (await cache.match(request))!),
      )
      return answers.map((answer) => answer.headers.get('content-type') ?? '')
    })
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0)
  const address = await page.evaluate(async () => {
    const cache = await caches.open('larder-pictures')
    const [first] = await cache.keys()
    await cache.put(first!, new Response('<h1>Airport</h1>', { headers: { 'content-type': 'text/html' } }))
    return first!.url
  })
  const type = () => page.evaluate(async (url) => (await fetch(url)).headers.get('content-type'), address)
  faults.arm({ path: /^\/pictures\//, count: 1000 }, { kind: 'html' })
  await type()
  faults.disarm()
  expect(await type()).toMatch(/^image\//)
  await expect.poll(async () => (await kept()).filter((one) => !one.startsWith('image/'))).toEqual([])
}

/** A device that has cached half of a page shows the portal on the next good network, and caches the whole page. */
async function expectHalfReplaced(page: Page): Promise<void> {
  const [whole] = await keptTexts(page, '/shell')
  const half = whole!.slice(0, whole!.length / 2)
  expect(await keepBadly(page, '/shell', half, 'text/html')).toBe(1)
  expect(await keepBadly(page, '/menus', half, 'text/html')).toBe(1)
  for (const path of ['/about', '/menus']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(path === '/about' ? /^About/ : 'Menus')
  }
  await expect.poll(() => keptTexts(page, '/shell')).toEqual([whole])
  await expect.poll(async () => (await keptTexts(page, '/menus'))[0]).toContain('larder-host')
}

/** A newer worker replaces a script that an older one cached wrongly. */
async function expectScriptReplaced(page: Page, faults: FaultProxy, script: string): Promise<void> {
  const file = builtScript(catering)
  const [whole] = await keptTexts(page, file)
  expect(await keepBadly(page, file, airport, 'text/html')).toBe(1)
  sendWorker(faults, `${script}\n// newer`)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed')
  expect(await keptTexts(page, file)).toEqual([whole])
}

test('a worker is not installed with a captive portal in place of the page, nor with half of a script; on the next good network it is; a launch whose worker was stopped requests no page from the server; a captive portal is not cached as a picture; a device that has cached half of the page shows the portal on the next good network; an older worker stays when a captive portal answers the newer one; and a newer one replaces a script that was cached wrongly @OV-10', async ({
  page,
  context,
  baseURL,
  faults,
  strict,
}) => {
  test.slow()
  strict.expect(expectedErrors)
  const expectOffline = async (): Promise<void> => {
    await faults.stop()
    await page.goto('/about')
    await expect(aboutUs(page)).toBeVisible()
    await faults.start()
  }
  await test.step('a worker is not installed with wrong answers', async () => {
    for (const { what, path, fault } of answers) {
      const rule = faults.arm({ path, count: 1000 }, fault)
      await page.goto('/')
      await rule.met
      await expect.poll(() => workerStand(page), what).not.toBe('installing')
      expect(await workerStand(page), what).toBe('none')
      faults.disarm()
    }
    await page.reload()
    await launched(page)
    await expectOffline()
  })
  await test.step('a launch whose worker was stopped requests no page from the server', async () => {
    const worker = await workerOf(context, page, baseURL!)
    for (const path of ['/menus', '/about']) {
      await page.goto('about:blank')
      await worker.stop()
      faults.forget()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Menus|About/)
      // The awake worker's own request has arrived by now: Chrome's request for the page would have come before it.
      const asked = () => faults.calls.map((call) => call.path.split('?')[0])
      await expect.poll(asked).toContain('/meta.json')
      expect(asked()).not.toContain(path)
    }
  })
  await test.step('a captive portal is not cached as a picture', () => expectPicturesAlone(page, faults))
  await test.step('half of a page is replaced', async () => {
    await expectHalfReplaced(page)
    await expectOffline()
  })
  const script = await page.evaluate(async () => await (await fetch('/service-worker.js')).text())
  await test.step('an older worker stays when a captive portal answers the newer one', async () => {
    sendWorker(faults, script.replaceAll(/(?<="url":"\/shell","revision":")[\w-]+/g, 'newer'))
    const shell = faults.arm({ path: /^\/shell/, count: 1000 }, { kind: 'html' })
    await page.evaluate(
      async () => void (await (await navigator.serviceWorker.ready).update().catch(() => undefined)),
    )
    await shell.met
    await expect.poll(() => workerStand(page)).toBe('active')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull()
    await expectOffline()
    faults.disarm()
  })
  await test.step('a newer worker replaces a script that was cached wrongly', () =>
    expectScriptReplaced(page, faults, script))
})

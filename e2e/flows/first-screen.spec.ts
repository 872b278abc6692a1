import type { Page } from '@playwright/test'
import { newDeviceScreens } from '#contract/new-device-screens.ts'
import { requestsFor } from '../fixtures/built-files.ts'
import { launched } from '../fixtures/launched.ts'
import { settled } from '../fixtures/offline-ready.ts'
import { expect, test } from '../fixtures/test.ts'
import { member } from '../pages/account.ts'
import { margherita, reviewOrder } from '../pages/ordering.ts'

// These tests are about the page before a service worker exists; `device`, below, has one.
test.use({ offlineWorker: false })

/** Opens a page, and checks that the server's DOM nodes are still in the page when everything has loaded. */
async function expectSameNodes(page: Page, address: string, end = settled): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      ;(globalThis as { firstNodes?: Element[] }).firstNodes = [...document.querySelectorAll('#root *')]
    })
  })
  await page.goto(address)
  // The database has been read and the network requested: anything that React would replace has been replaced.
  await end(page)
  const [nodes, kept] = await page.evaluate(() => {
    const { firstNodes = [] } = globalThis as { firstNodes?: Element[] }
    return [firstNodes.length, firstNodes.filter((node) => node.isConnected).length]
  })
  expect(nodes).toBeGreaterThan(30)
  expect(kept).toBe(nodes)
}

/** Holds back the portal's scripts until the returned function is called: until then the page is only what the server sent. */
async function holdPortal(page: Page): Promise<() => void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/(?!begin).*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Opens a page as on a device that stores nothing, and holds back the portal's scripts until the returned function is called. */
async function visitFirst(page: Page, address: string): Promise<() => void> {
  await page.unrouteAll({ behavior: 'wait' })
  const { origin } = new URL(address)
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(() => sessionStorage.clear())
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await browser.detach()
  const release = await holdPortal(page)
  await page.goto(address, { waitUntil: 'commit' })
  return release
}

const pizza = '/menus/dinner/category/pizza'

// Of every kind of first screen, and of both ways to show dishes: tests/src/site/first-screen.test.tsx.
test('the first screen is in the page, and the portal hydrates the very same nodes', async ({ page }) => {
  for (const path of ['/', '/order', `${pizza}/item/margherita`]) await expectSameNodes(page, path)
})

/** Simulates a phone so busy that React's hydration, which runs in short tasks, gets to run rarely; everything else runs as usual. */
function slowPieces(): void {
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(this: MessagePort, piece: (this: MessagePort, message: MessageEvent) => unknown) {
      set!.call(this, (message: MessageEvent) => void setTimeout(() => piece.call(this, message), 2500))
    },
  })
}

/** Holds React's hydration tasks, from the moment that hydration begins (the page sends an event), until the test lets them go on. */
function heldPieces(): void {
  let go: Promise<unknown> = Promise.resolve()
  const once = (name: string): Promise<unknown> =>
    new Promise((resolve) => addEventListener(name, resolve, { once: true }))
  addEventListener('larder:waking', () => {
    go = once('pieces')
    document.documentElement.dataset['waking'] = ''
  })
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(this: MessagePort, piece: (this: MessagePort, message: MessageEvent) => unknown) {
      set!.call(this, (message: MessageEvent) => void go.then(() => piece.call(this, message)))
    },
  })
}

test.describe(() => {
  // With the worker, which installs only after everything else, however long that takes.
  test.use({ offlineWorker: true })
  test('a phone whose hydration takes seconds keeps the very same nodes @one-window', async ({ page }) => {
    // At 18:30 the ordering page begins with dinner. This visit leaves queries in storage that have the menus in their original order.
    await page.goto('/order/dinner')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('larder:queries'))).toContain('"order"')
    await page.addInitScript(slowPieces)
    await expectSameNodes(page, '/order', launched)
  })
})

/** What somebody does before the portal has loaded. `visit` opens a page whose scripts are held back until the function that it gives is called. */
type Early = (page: Page, visit: (path: string) => Promise<() => void>) => Promise<void>

const early: Record<string, Early> = {
  async 'a button, which is pressed once'(page, visit) {
    const release = await visit('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    release()
    const entry = page.getByRole('navigation').getByRole('link', { name: 'SIGN UP', exact: true })
    await expect(entry).toBeVisible()
    await settled(page)
    // A second press would have closed the menu.
    await expect(entry).toBeVisible()
  },
  async 'a question in the restaurant’s own text, with which the first visit begins'(page, visit) {
    const release = await visit('/about')
    await expect(page.getByText('Bella opened in 2009')).toBeVisible()
    // Pressed before any event listener exists.
    const question = page.getByRole('button', { name: 'Do you take reservations?' })
    await question.click()
    release()
    await expect(question).toHaveAttribute('aria-expanded', 'true')
    await question.click()
    await expect(question).toHaveAttribute('aria-expanded', 'false')
  },
  async 'a dish, as chosen'(page, visit) {
    const release = await visit(margherita)
    await page.getByRole('radio', { name: '16 inch' }).check()
    for (const name of [/Warm marinara/, /Calabrian chili oil/])
      await page.getByRole('checkbox', { name }).check()
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'One more' }).click()
    await page.getByRole('button', { name: /^ADD TO ORDER/ }).click()
    release()
    await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toContainText('3 × Margherita')
    await reviewOrder(page)
    for (const choice of ['16 inch', 'Warm marinara', 'Calabrian chili oil'])
      await expect(page.getByRole('main')).toContainText(choice)
    await expect(page.getByRole('combobox', { name: 'Quantity of Margherita' })).toHaveValue('3')
  },
  async 'an allergen, which is avoided'(page, visit) {
    const release = await visit('/order')
    await page.getByText('Diets · Allergens', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Milk' }).check()
    release()
    await expect(page.getByText('Without milk')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
    await expect(page.getByRole('main').getByRole('link', { name: /Burrata/ })).toHaveCount(0)
  },
  async 'a form, with what was typed'(page, visit) {
    const release = await visit('/forgotpassword')
    await page.getByRole('textbox', { name: 'EMAIL' }).fill('nobody at all')
    const sent = page.waitForRequest((request) => request.url().endsWith('/user/sendpasswordreset'))
    await page.getByRole('button', { name: 'SEND', exact: true }).click()
    await expect(page).toHaveURL(/\/forgotpassword$/)
    release()
    expect((await sent).postDataJSON()).toMatchObject({ email: 'nobody at all' })
  },
  async 'the sign-in, which opens the screen that was asked for'(page, visit) {
    const release = await visit('/mycards')
    await page.getByRole('textbox', { name: 'EMAIL' }).fill(member.email)
    await page.getByLabel('PASSWORD', { exact: true }).fill(member.password)
    release()
    await expect(page).toHaveURL(/\/login$/)
    await page.getByRole('button', { name: 'LOGIN', exact: true }).last().click()
    await expect(page).toHaveURL(/\/mycards$/)
  },
  async 'of several menus, before and during hydration, the last'(page, visit) {
    await page.addInitScript(heldPieces)
    const release = await visit('/')
    const menu = (name: string) => page.getByRole('button', { name, exact: true })
    for (const name of ['Dolci & Caffè', 'Wine & Bar']) await menu(name).click()
    release()
    await expect(page.locator('[data-waking]')).toHaveCount(1)
    await menu('Dinner').click()
    await page.evaluate(() => dispatchEvent(new Event('pieces')))
    await settled(page)
    await expect(menu('Dinner')).toHaveAttribute('aria-pressed', 'true')
    await expect(menu('Wine & Bar')).toHaveAttribute('aria-pressed', 'false')
  },
}

test('what is tapped, opened, chosen, ticked, sent or typed before the portal has loaded acts once it has @one-window', async ({
  page,
  baseURL,
  strict,
}) => {
  // Nobody has the address that the form sends.
  strict.expect(/status of 4\d\d/)
  for (const [name, act] of Object.entries(early))
    await test.step(name, () => act(page, (path) => visitFirst(page, baseURL + path)))
})

test('a first visit to what is somebody’s own begins with the screen that a new device is led to; a device that has launched the portal before sees nothing of that @one-window', async ({
  page,
  baseURL,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  // Of the members' screens, all of which lead to the sign-in (tests/src/site/screens.test.tsx), the three kinds of page.
  const members = ['/mycards', '/mycards/counter', '/mycards/$cardId/view']
  const led = Object.entries(newDeviceScreens).filter(
    ([path, to]) => to !== '/login' || members.includes(path),
  )
  expect(led).toHaveLength(8)
  for (const [pattern, to] of led) {
    const release = await visitFirst(page, baseURL + pattern.replace('$cardId', 'some-id'))
    await expect(heading, pattern).toBeVisible()
    const shown = await heading.textContent()
    release()
    await expect(page.locator('[data-kept]')).toHaveCount(0)
    expect(new URL(page.url()).pathname, pattern).toBe(to)
    await expect(heading, pattern).toHaveText(shown!)
  }
  await page.unrouteAll({ behavior: 'wait' })
  await page.addInitScript(() => localStorage.setItem('larder-visits', '{}'))
  const release = await holdPortal(page)
  await page.goto('/mycards', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('#root')).toBeAttached()
  await expect(page.locator('#root')).toBeEmpty()
  release()
  await expect(page.getByRole('textbox', { name: 'EMAIL' })).toBeVisible()
})

test('what a link in a message opens begins with its title while the portal loads @one-window', async ({
  page,
  strict,
}) => {
  strict.expect(/status of 4\d\d/)
  for (const [path, title] of [
    ['/gift/no-such-gift', 'A gift card for you'],
    ['/ticket/no-such-order', 'Your order'],
    ['/mycards/sent/no-such-gift', 'A Gift You Sent'],
    ['/receipt?type=ticket_order&object_id=none', 'Receipt'],
    ['/resetpassword?token=none', 'RESET PASSWORD'],
  ] as const) {
    const release = await holdPortal(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // It would lead to another link's address.
    await expect(page.locator('#root [href$="#screen"]')).toHaveCount(0)
    release()
    await expect(page.locator('[data-kept]')).toHaveCount(0)
    await expect(
      page.getByText(/This link doesn’t work|could not find|couldn’t find|Ask for a new link/).first(),
    ).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a page without scripts is a menu already @one-window', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/menus`)
  await expect(page.getByRole('heading', { name: 'Menus' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Dinner/ }).last()).toBeVisible()
  await page.goto(`${baseURL}${pizza}`)
  await expect(page.getByRole('link', { name: /Margherita/ })).toBeVisible()
  await context.close()
})

test.describe(() => {
  test.use({ offlineWorker: true })
  test('a later launch with the server down shows the first screen from the device @one-window', async ({
    page,
    faults,
    strict,
  }) => {
    strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
    await page.goto('/menus')
    await launched(page)
    await faults.stop()
    const answer = await page.goto('/menus')
    expect(answer!.fromServiceWorker()).toBe(true)
    expect(answer!.headers()['content-security-policy']).toContain("script-src 'self'")
    expect(await answer!.text()).toContain('data-path="/menus"')
    await expect(page.getByRole('heading', { name: 'Menus' })).toBeVisible()
    await expect(page.getByText(/^Offline/)).toBeVisible()
    // The browser took the portal's files from the cache through the worker's static routes, where it supports them (031).
    const sources = await page.evaluate(() => {
      type Entry = PerformanceResourceTiming & {
        workerMatchedRouterSource?: string
        workerMatchedSourceType?: string
      }
      const files = (performance.getEntriesByType('resource') as Entry[]).filter(({ name }) =>
        new URL(name).pathname.startsWith('/assets/'),
      )
      return files.map((file) => file.workerMatchedRouterSource ?? file.workerMatchedSourceType)
    })
    expect(sources.length).toBeGreaterThan(3)
    expect(new Set(sources)).toEqual(new Set(['cache']))
  })
})

/** The portal's own files, which the page's inline script requests (src/launch/begin.ts). */
const portalFile = requestsFor('react', 'frame', 'index.html')
const pictures = { method: 'GET', path: /^\/pictures\/.*\.avif/ } as const

const isFetched = (calls: readonly { path: string }[]): boolean =>
  calls.some(({ path }) => portalFile.test(path))

test('a picture that does not load delays the portal for only a moment @one-window', async ({
  page,
  faults,
}) => {
  faults.arm({ ...pictures, count: 100 }, { kind: 'delay' })
  await page.goto('/menus', { waitUntil: 'commit' })
  await expect.poll(() => isFetched(faults.calls)).toBe(true)
  await page.getByRole('searchbox').fill('margherita')
  await expect(page.getByRole('link', { name: /Margherita/ }).first()).toBeVisible()
})

test('who taps does not wait for pictures @one-window', async ({ page, faults }) => {
  // The time limit for pictures never ends.
  await page.addInitScript(() => {
    const real = globalThis.setTimeout
    globalThis.setTimeout = ((run: () => void, ms?: number) =>
      ms === 1500 ? 0 : real(run, ms)) as typeof setTimeout
  })
  faults.arm({ ...pictures, count: 100 }, { kind: 'delay' })
  await page.goto('/menus', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { name: 'Menus' })
  await expect(heading).toBeVisible()
  await expect.poll(() => faults.calls.some(({ path }) => path.startsWith('/assets/begin-'))).toBe(true)
  expect(isFetched(faults.calls)).toBe(false)
  await expect(async () => {
    await heading.click()
    expect(isFetched(faults.calls)).toBe(true)
  }).toPass()
})

test('a first visit fetches its pictures, with its typefaces after the first of them, and then the portal @one-window', async ({
  page,
  faults,
}) => {
  // Ignore requests from the page of an earlier test.
  const callsHere = () => faults.calls.slice(faults.calls.findIndex(({ path }) => path === '/menus'))
  await page.goto('/menus')
  await expect.poll(() => isFetched(callsHere())).toBe(true)
  const paths = callsHere().map(({ path }) => path)
  const place = (pattern: RegExp) => paths.findIndex((path) => pattern.test(path))
  const [portal, picture, face] = [place(portalFile), place(pictures.path), place(/\.woff2$/)]
  expect(picture).toBeGreaterThan(-1)
  expect(portal).toBeGreaterThan(picture)
  expect(face).toBeGreaterThan(picture)
  expect(face).toBeLessThan(portal)
  // Both faces of the restaurant's theme are in use.
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length))
    .toBeGreaterThan(1)
})

test('a missing file leaves a page that says so, and not a blank one @one-window', async ({
  page,
  faults,
  strict,
}) => {
  // React's own report of the screen that could not be rendered has an empty text.
  strict.expect(/^$|404|Failed to fetch dynamically imported module/)
  faults.arm({ method: 'GET', path: requestsFor('shapes'), count: 100 }, { kind: 'status', status: 404 })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a guest who scrolls before the portal has loaded stays there, and returns there with Back @one-window', async ({
  page,
  faults,
}) => {
  const files = faults.arm({ method: 'GET', path: portalFile, count: 100 }, { kind: 'delay' })
  await page.goto(pizza, { waitUntil: 'commit' })
  const last = page.getByRole('main').getByRole('link').filter({ hasText: '$' }).last()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await files.met
  files.release()
  await settled(page)
  expect(await page.evaluate(() => scrollY)).toBe(place)
  await last.click()
  await expect(page).toHaveURL(/\/item\//)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(last).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test('a link within the page leads there and not home, before the portal has loaded and after @one-window', async ({
  page,
}) => {
  const release = await holdPortal(page)
  await page.goto('/order')
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Pizza', exact: true })
    .click()
  await expect(page).toHaveURL(/\/order#/)
  await expect(page.getByRole('heading', { name: 'Pizza', exact: true })).toBeInViewport()
  release()
  // The bar marks the category that is being read, as the page scrolls.
  const read = page.getByRole('navigation', { name: 'Categories' }).locator('[aria-current=location]')
  await expect(read).toHaveText('Pizza')
  const pasta = page.getByRole('main').getByRole('heading', { name: 'Pasta', exact: true })
  // Content gets its real height only when it comes into view.
  await expect(async () => {
    await pasta.first().evaluate((heading) => {
      const bar = document.querySelector('nav[aria-label="Categories"]')!
      scrollBy(0, heading.getBoundingClientRect().top - bar.getBoundingClientRect().bottom)
    })
    await expect(read).toHaveText('Pasta', { timeout: 1000 })
  }).toPass()
  await expect(read).toBeInViewport()
  // Above the first category the bar is scrolled back to its start, and the first category is marked.
  const list = page.getByRole('navigation', { name: 'Categories' }).getByRole('list')
  const scrolled = () => list.evaluate(({ scrollLeft }) => scrollLeft)
  await expect.poll(scrolled).toBeGreaterThan(0)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(read).not.toHaveText('Pasta')
  await expect(read).toHaveText(await list.getByRole('link').first().innerText())
  await expect.poll(scrolled).toBe(0)
  await page.goto('/menus')
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(/\/menus$/)
})

test('a view that the portal has replaced leaves the typefaces and the restaurant’s own words as they were @one-window', async ({
  page,
}) => {
  const release = await holdPortal(page)
  await page.goto('/rewards', { waitUntil: 'commit' })
  const own = page.getByText('Every dollar you spend is a point')
  await expect(own).toBeVisible()
  await page.evaluate(async () => {
    await document.fonts.ready
    // Were they made anew, all text would be shown in its stand-in once more.
    Object.assign(globalThis, { firstFaces: [...document.fonts] })
    new MutationObserver(() => {
      if (document.querySelector('main')?.textContent.includes('Members of Bella Trattoria'))
        document.documentElement.dataset['otherWords'] = ''
    }).observe(document.documentElement, { childList: true, subtree: true, characterData: true })
  })
  release()
  await expect(page.locator('[data-kept]')).toHaveCount(0)
  await settled(page)
  await expect(own).toBeVisible()
  const [lost, all] = await page.evaluate(() => {
    const { firstFaces } = globalThis as unknown as { firstFaces: FontFace[] }
    return [firstFaces.filter((face) => !document.fonts.has(face)).length, firstFaces.length]
  })
  expect(all).toBeGreaterThan(2)
  expect(lost).toBe(0)
  await expect(page.locator('[data-other-words]')).toHaveCount(0)
})

test('the inlined stylesheets are not fetched again, those of a page’s own screen included @one-window', async ({
  page,
}) => {
  const sheets: string[] = []
  page.on('request', (call) => {
    if (call.resourceType() === 'stylesheet') sheets.push(new URL(call.url()).pathname)
  })
  await page.goto('/menus')
  await settled(page)
  // By then the screens that a tap may open are loaded, with their stylesheets.
  await expect.poll(() => sheets.length).toBeGreaterThan(0)
  for (const [path, number] of [
    ['/menus', 1],
    ['/about', 3],
    ['/login', 4],
  ] as const) {
    await page.goto(path)
    await settled(page)
    const inlined = page.locator('link[rel="stylesheet"][type]')
    const own = await inlined.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect(own, path).toHaveLength(number)
    expect(sheets.filter((sheet) => own.includes(sheet))).toEqual([])
    sheets.length = 0
  }
})

import { expect, test } from '../fixtures/test.ts'

// Tests of the harness itself: a fault that has no effect, or a clock that does not move, would make every other test here meaningless.

test('a page has the world’s time, which is the server’s', async ({ page, clock }) => {
  await clock.set('2031-05-06T18:30:00-04:00')
  await page.goto('/manifest.webmanifest')
  const shown = await page.evaluate(() => [
    Date.now(),
    new Date().getTime(),
    Date.UTC(2031, 4, 6),
    new Date('2031-05-06').getUTCFullYear(),
  ])
  expect(Math.abs(shown[0]! - clock.now())).toBeLessThan(60_000)
  expect(Math.abs(shown[1]! - clock.now())).toBeLessThan(60_000)
  expect(shown.slice(2)).toEqual([Date.UTC(2031, 4, 6), 2031])
})

test('each merchant has an address of its own', async ({ portal, request, faults }) => {
  for (const merchant of ['bella', 'smoke']) {
    const { port } = new URL(portal(merchant))
    const answer = await request.get(`http://127.0.0.1:${port}/`, {
      headers: { host: `${merchant}.localhost:${port}` },
    })
    expect(answer.status()).toBe(200)
    expect(faults.calls.at(-1)).toMatchObject({
      method: 'GET',
      path: '/',
      host: `${merchant}.localhost:${port}`,
      status: 200,
    })
  }
})

test('a cut call gets no answer, and the browser does not repeat it by itself', async ({ page, faults }) => {
  await page.route('**/harness', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Harness</title>' }),
  )
  await page.goto('/harness')
  const ask = () =>
    page.evaluate(() =>
      fetch('/robots.txt').then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    )
  expect(await ask()).toBe(200)
  faults.arm({ path: /^\/robots/ }, { kind: 'before' })
  expect(await ask()).toBe('TypeError')
  faults.arm({ path: /^\/robots/ }, { kind: 'after-commit' })
  expect(await ask()).toBe('TypeError')
  const robots = faults.calls.filter(({ path }) => path === '/robots.txt')
  expect(robots.map(({ fault, status }) => [fault, status])).toEqual([
    [undefined, 200],
    ['before', undefined],
    ['after-commit', 200],
  ])
})

test('a device keeps what it stored when its browser starts again without the server', async ({
  device,
  portal,
  faults,
}) => {
  await device.page.goto(`${portal('bella')}/manifest.webmanifest`)
  await device.page.evaluate(() => localStorage.setItem('kept', 'yes'))
  const page = await device.relaunch()
  await page.goto(`${portal('bella')}/manifest.webmanifest`)
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('yes')
  await faults.stop()
  await expect(page.goto(`${portal('bella')}/robots.txt?${Date.now()}`)).rejects.toThrow(
    /ERR_CONNECTION_REFUSED/,
  )
})

test('an error in the console is reported', async ({ page, strict }) => {
  strict.expect(/planted/)
  await page.goto('/manifest.webmanifest')
  await page.evaluate(() => console.error('planted'))
  await expect.poll(() => strict.errors()).toContainEqual(expect.stringMatching(/planted/))
  expect(strict.surprises()).toEqual([])
})

import type { BrowserContext } from '@playwright/test'
import { networkWire } from '../../conformance/wire.ts'
import { specOnly } from '../../tests/support/spec-only-api/spec-only.ts'
import { expect, test } from '../fixtures/test.ts'
import { goToPayment, placeButton, readOrderNumber, typeCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

/**
 * Puts an API in front of this browser's that has only the specification's calls. A request that gets no answer from the
 * real API gets none here.
 */
async function onlySpecification(context: BrowserContext, origin: string): Promise<void> {
  const api = specOnly(({ method, path, headers, body }) =>
    networkWire({ method, url: origin + path, headers, body, timeoutMs: 30_000 }),
  )
  await context.route(/\/api\//, async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const { 'accept-encoding': _packed, ...headers } = request.headers()
    const sent = {
      method: request.method(),
      path: pathname + search,
      headers,
      body: request.postData() ?? undefined,
    }
    await api(sent).then(
      ({ status, headers, text }) => route.fulfill({ status, headers, body: text }),
      () => route.abort('connectionreset'),
    )
  })
}

// Playwright cannot route a service worker's requests.
test.use({ offlineWorker: false })

test('with an API that has only the specification’s calls an order is paid once, even when the answer is lost @AT-15 @one-window', async ({
  page,
  context,
  baseURL,
  faults,
  world,
  strict,
}) => {
  strict.expect(/404|ERR_CONNECTION/)
  await onlySpecification(context, baseURL!)
  await goToPayment(page)
  await typeCard(page)
  const cut = faults.arm({ method: 'POST', path: /\/payment$/ }, { kind: 'after-commit' })
  await press(placeButton(page))
  await expect.poll(() => cut.hits).toBe(1)
  // The payment was found on the order: nothing is left to pay, only to place it. Wait for the screen that says so: right after the cut the one before is still there.
  await expect(page.getByRole('heading', { name: 'Everything is paid' })).toBeVisible()
  await press(placeButton(page))
  const number = await readOrderNumber(page)
  const rows = await world.database.query<{ payments: number }>(
    `SELECT count(*)::int AS payments FROM payments p JOIN submissions s ON s.ticket_id = p.ticket_id
     WHERE s.name = $1 AND s.submitted_at > $2`,
    [number, world.clock.now() - 60 * 60 * 1000],
  )
  expect(rows).toEqual([{ payments: 1 }])
  expect(faults.calls.filter(({ path }) => path.endsWith('/payment'))).toHaveLength(1)
})

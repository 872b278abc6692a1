// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteReachability } from '#lib/ports/reachability.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName } from '../support/device.ts'
import { appendChanges } from '#db/tickets.ts'
import { openDatabase } from '#db/database.ts'
import { inAct, orderPage } from '../support/order-page.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})
afterEach(() => inAct(async () => noteReachability('reachable')))

describe('checkout of an order that the restaurant has not received yet', () => {
  /** A device with a dish on its order that has not been sent. */
  async function open() {
    const kept = await openDatabase(newDatabaseName())
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    const draft = { draftId: 'draft', createOpId: 'create' }
    await appendChanges(kept, who, draft, [{ opId: 'add', change: add('a') }], Date.now())
    await show((await orderPage({ kept })).page)
  }
  const heading = () => until(() => find('h1').textContent)

  it('says that it is being sent while the restaurant answers, however slowly', async () => {
    await open()
    await until(() => expect(find('[role=status]').textContent).toContain('Sending your order'))
    expect(await heading()).toBe('Checkout')
  })

  it('says that there is no network when nothing answers', async () => {
    noteReachability('unreachable')
    await open()
    await until(() => expect(find('[role=status]').textContent).toContain('Reconnect to check out'))
    expect(await heading()).toBe('You’re offline')
  })
})

it('checkout of an order that was emptied in another tab leads to the order, which says so', async () => {
  const { page, router } = await orderPage({ ticket: snapshotOf({ items: [] }) })
  await show(page)
  await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
  await until(() => expect(document.body.textContent).toContain('Your order is empty'))
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { addAttempt } from '#db/attempts.ts'
import { openDatabase } from '#db/database.ts'
import { postpone } from '#db/outbox.ts'
import { appendChanges } from '#db/tickets.ts'
import { discardChange } from '#db/waiting.ts'
import { WaitingScreen } from '#features/waiting/screens/waiting-screen.tsx'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { add, addCarbonara, delivery, tip } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'
import { inAct } from '../support/order-page.tsx'
import { find, press, show, until } from '../support/screen.tsx'
import type { TicketChange } from '#db/outbox.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }

/** The page on a device with these waiting changes; `left` is the number that SEND NOW leaves unsent. */
async function open(
  changes: TicketChange[],
  options: { left?: number; paying?: boolean; broken?: boolean } = {},
) {
  const db = await openDatabase(newDatabaseName())
  const start = { draftId: nextUuid(), createOpId: nextUuid() }
  const rows = changes.map((change) => ({ opId: nextUuid(), change }))
  if (rows.length > 0) await appendChanges(db, who, start, rows, Date.now())
  if (options.paying === true)
    await addAttempt(db, {
      ...who,
      key: nextUuid(),
      payable: 'ticket',
      payableId: start.draftId,
      serverId: 'ticket-1',
      createdAt: Date.now(),
      sent: true,
      kind: 'release',
    })
  if (options.broken === true)
    vi.spyOn(db.outbox, 'where').mockImplementation(() => {
      throw new Error('The disk is gone.')
    })
  const session = createSessionStore()
  session.set({ state: 'guest' })
  const services = {
    db,
    locationId: who.locationId,
    readLocation: () => new Promise(() => undefined),
    discard: (opId: string) => discardChange(db, who, opId),
    session: { sendUnsent: async () => Array.from({ length: options.left ?? 0 }, (_, at) => `op-${at}`) },
  } as unknown as Services
  const portal = {
    facts: { host: { locationId: who.locationId } },
    load: async () => services,
    session,
  } as unknown as Portal
  const root = createRootRoute({ component: WaitingScreen })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await show(
    <PortalContext value={portal}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </PortalContext>,
  )
  return { db }
}

const titles = (): string[] => [...document.querySelectorAll('li h2')].map(({ textContent }) => textContent)

describe('what waits to be sent', () => {
  it('is listed by its name, without the order’s own beginning, with a way to each', async () => {
    await open([add('a', 2), tip(250), delivery(true)])
    await until(() => expect(titles()).toEqual(['2 × Margherita', 'Tip of $2.50', 'Delivery']))
    const links = [...document.querySelectorAll('li a')].map((link) => [
      link.getAttribute('aria-label'),
      link.getAttribute('href'),
    ])
    expect(links).toEqual([
      ['CHANGE: 2 × Margherita', '/ordercart'],
      ['CHANGE: Tip of $2.50', '/ordercheckout'],
      ['CHANGE: Delivery', '/ordercheckout'],
    ])
    expect(document.body.textContent).toContain('just now · Goes out next.')
  })

  it('says of a change that the restaurant accepts only from a newer page that this one is to be reloaded, and keeps it (V8)', async () => {
    const { db } = await open([add('a', 2)])
    await until(() => expect(document.body.textContent).toContain('Goes out next.'))
    const noteAll = (tooOld: boolean) =>
      inAct(async () => {
        const noted = { attempts: 1, notBefore: Date.now() + 60_000, tooOld }
        for (const { seq } of await db.outbox.toArray()) await postpone(db, seq, noted)
      })
    await noteAll(true)
    await until(() =>
      expect(document.body.textContent).toContain('This page is too old for the restaurant. Please reload.'),
    )
    expect(titles()).toEqual(['2 × Margherita'])
    await noteAll(false)
    await until(() => expect(document.body.textContent).toContain('The restaurant did not answer.'))
  })

  it('is not known where the device’s store broke: it does not say that the restaurant has everything', async () => {
    const heard = vi.fn<(cause: unknown) => void>()
    vi.stubGlobal('reportError', heard)
    await open([add('a')], { broken: true })
    await until(() => expect(find('[role=alert]').textContent).toBe('We couldn’t check. Please try again.'))
    expect(document.body.textContent).not.toContain('has everything')
    expect(heard).toHaveBeenCalledOnce()
  })

  it('says that it waits for a signal', async () => {
    noteReachability('unreachable')
    onTestFinished(() => noteReachability('reachable'))
    await open([add('a')])
    await until(() => expect(document.body.textContent).toContain('Goes out as soon as there is a signal.'))
  })

  it('is discarded after asking, and kept when its person says so', async () => {
    const { db } = await open([add('a', 2), addCarbonara('b')])
    await until(() => expect(titles()).toHaveLength(2))
    await press(find('button', 'DISCARD: 1 × Carbonara'))
    await press(find('dialog button', 'KEEP IT'))
    expect([titles().length, await db.outbox.count()]).toEqual([2, 3])
    const discard = find('button', 'DISCARD: 1 × Carbonara')
    discard.focus()
    await press(discard)
    await press(find('dialog button', 'DISCARD'))
    await until(() => expect(titles()).toEqual(['2 × Margherita']))
    // The button is gone with its change.
    await until(() => expect(document.activeElement?.textContent).toBe('Discarded: 1 × Carbonara.'))
    expect(document.querySelector('[role=status]')?.textContent).toBe('Discarded: 1 × Carbonara.')
    expect(await db.outbox.count()).toBe(2)
  })

  it('that has left the device cannot be discarded, and says why', async () => {
    const { db } = await open([add('a')])
    await until(() => expect(titles()).toHaveLength(1))
    await db.outbox.toCollection().modify({ sent: true })
    await until(() => expect(document.body.textContent).toContain('may have reached the restaurant'))
    expect(document.querySelector('[aria-label^="DISCARD"]')).toBeNull()
  })

  it('is sent at once on demand, and what is left is said', async () => {
    await open([add('a')], { left: 2 })
    await until(() => expect(titles()).toHaveLength(1))
    await press(find('button', 'SEND NOW'))
    await until(() => expect(document.body.textContent).toContain('2 are still waiting.'))
  })

  it('tells of a payment without an outcome, which nobody can discard', async () => {
    await open([add('a')], { paying: true })
    await until(() => expect(titles()).toEqual(['The payment for your order', '1 × Margherita']))
    expect(find('a', 'SEE: The payment for your order').getAttribute('href')).toBe('/ordercheckout')
  })

  it('shows “Nothing is waiting.” when the outbox is empty', async () => {
    await open([])
    await until(() => expect(document.body.textContent).toContain('Nothing is waiting.'))
    expect(document.querySelector('ul')).toBeNull()
  })
})

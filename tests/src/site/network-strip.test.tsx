// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { NetworkStrip } from '#features/layout/components/network-strip.tsx'
import { openDatabase } from '#db/database.ts'
import { enqueue } from '#db/outbox.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import type { Services } from '#lib/query/services.ts'
import { newDatabaseName } from '../support/device.ts'
import { find, leavePage, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

afterEach(() => {
  vi.useRealTimers()
  noteReachability('reachable')
})

it('a link that comes and goes every 2 s for 2 minutes shows one notice, which disappears when the link holds (N8)', async () => {
  await show(sitePage({ '/': NetworkStrip }).page)
  const place = await until(() => find('[role=status]'))
  expect(place.textContent).toBe('')
  await act(async () => noteReachability('unreachable'))
  await until(() => expect(place.textContent).toMatch(/^Offline · menu from/))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const heard: string[] = []
  const listening = new MutationObserver(() => heard.push(place.textContent))
  listening.observe(place, { childList: true, characterData: true, subtree: true })
  const find2s = async (found: 'reachable' | 'unreachable'): Promise<void> => {
    await act(async () => noteReachability(found))
    await act(async () => void (await vi.advanceTimersByTimeAsync(2000)))
  }
  for (let turn = 0; turn < 30; turn++) {
    await find2s('reachable')
    await find2s('unreachable')
  }
  expect(heard).toEqual([])
  await find2s('reachable')
  expect(place.textContent).toMatch(/^Offline/)
  await find2s('reachable')
  expect([place.textContent, heard]).toEqual(['', ['']])
  listening.disconnect()
})

it('one call that was cut is not called offline while the restaurant is being asked', async () => {
  await show(sitePage({ '/': NetworkStrip }).page)
  const place = await until(() => find('[role=status]'))
  await act(async () => noteReachability('doubtful'))
  await act(async () => noteReachability('reachable'))
  expect(place.children).toHaveLength(0)
  await act(async () => noteReachability('unreachable'))
  await until(() => expect(place.textContent).toMatch(/^Offline/))
  await leavePage()
})

/** Shows when the device's menu has been read, on which the strip's text depends. */
const MenuRead = () => (useMenus('browse').savedAt === undefined ? null : <p>The menu is there</p>)

const openWithout = async (at: string, services: Partial<Services> = {}): Promise<HTMLElement> => {
  const Screen = () => (
    <>
      <NetworkStrip />
      <MenuRead />
    </>
  )
  await show(sitePage({ [at]: Screen }, { at, services }).page)
  const place = await until(() => find('[role=status]'))
  await act(async () => noteReachability('unreachable'))
  await until(() => expect(place.textContent).toMatch(/^Offline/))
  return place
}

it.each(['/', '/menus/dinner', '/order', '/ordercart'])(
  'the menu’s age is shown where dishes are read: %s',
  async (at) => {
    const place = await openWithout(at)
    await until(() => expect(place.textContent).toContain('menu from'))
    await leavePage()
  },
)

it.each(['/login', '/gallery', '/mycards'])(
  'a page without a menu says nothing of its age: %s',
  async (at) => {
    const place = await openWithout(at)
    await until(() => find('p', 'The menu is there'))
    expect(place.textContent).toBe('Offline')
    await leavePage()
  },
)

it('counts everything that waits, not only the order’s changes', async () => {
  const db = await openDatabase(newDatabaseName())
  const who = { locationId: 'tavola-nyc', principal: 'guest' }
  await enqueue(
    db,
    {
      opId: 'here',
      ...who,
      change: { kind: 'ticket.check-in', ticketId: 'ticket-1', body: { recipient_checked_in: true } },
    },
    Date.now(),
  )
  const place = await openWithout('/login', { db })
  await until(() => expect(place.textContent).toMatch(/^Offline · 1 change will sync/))
  expect(find('a', 'See what’s waiting to be sent').getAttribute('href')).toBe('/waiting')
  await leavePage()
})

it('says that nothing is saved once the device has no room for it, in the middle of a visit (D1)', async () => {
  let fill = (): void => undefined
  const services = {
    inMemory: new Promise<'none'>((resolve) => (fill = () => resolve('none'))),
  }
  await show(sitePage({ '/': NetworkStrip }, { services }).page)
  const place = await until(() => find('[role=status]'))
  expect(place.textContent).toBe('')
  await act(async () => fill())
  await until(() =>
    expect(place.textContent).toBe('This browser saves nothing: your order lasts as long as this tab.'),
  )
})

it('an older page on a newer build’s store, as after a rollback, does not say that the browser saves nothing (V12)', async () => {
  const services = { inMemory: Promise.resolve('newer' as const) }
  await show(sitePage({ '/': NetworkStrip }, { services }).page)
  const place = await until(() => find('[role=status]'))
  await until(() =>
    expect(place.textContent).toBe(
      'This page is older than what this browser has saved: your order lasts as long as this tab. What is saved is back with the next update.',
    ),
  )
})

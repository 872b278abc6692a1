// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { removeAbandoned } from '#db/abandoned.ts'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { beginSession } from '#db/handover.ts'
import { endSession, quarantineMs, type SessionRow } from '#db/sessions.ts'
import { appendChanges } from '#db/tickets.ts'
import { appendUserChange } from '#db/users.ts'
import { wipePersonal } from '#db/wipe.ts'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'
import { PutAside } from '#features/waiting/screens/put-aside.tsx'
import { WaitingScreen } from '#features/waiting/screens/waiting-screen.tsx'
import { renewNow } from '#lib/time/use-now.ts'
import { user } from '../support/account.ts'
import { addCarbonara } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'
import { inAct } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

// Loaded only where there is something to say: in a test, outside of `act`.
beforeAll(async () => {
  await import('#features/waiting/components/put-aside-notice.tsx')
  await import('#features/waiting/components/deleted-notice.tsx')
})

const loc = 'tavola-nyc'
const start = Date.parse('2026-11-20T17:00:00Z')
const minute = 60_000
const sessionOf = (principal: string): SessionRow => ({
  locationId: loc,
  principal,
  token: 't',
  refreshToken: 'r',
  expiresAt: start + quarantineMs,
  email: `${principal}@example.com`,
  signedInAt: start,
})
const screens = {
  '/login': () => <LoginScreen notice={<PutAside />} />,
  '/waiting': WaitingScreen,
}

/** A device on which Ada's session was refused, after she had changed her account without a signal (unless `changed` is false). */
async function refuse({ changed = true, isDeleted = false } = {}): Promise<LarderDatabase> {
  const db = await openDatabase(newDatabaseName())
  await db.sessions.put(sessionOf('ada'))
  const body = { first_name: 'Augusta' } as never
  if (changed)
    await appendUserChange(
      db,
      { locationId: loc, principal: 'ada' },
      { opId: nextUuid(), body, editedFrom: '"1"' },
      start,
    )
  vi.setSystemTime(start + 30 * minute)
  await endSession(db, sessionOf('ada'), Date.now(), isDeleted)
  return db
}

async function open(db: LarderDatabase, at: string): Promise<void> {
  renewNow()
  const { page } = sitePage(screens, { at, services: { db } })
  await show(page)
}
const text = (): string => document.body.textContent
const nothing = 'Nothing is waiting. The restaurant has everything.'

describe('changes of a person who was signed out elsewhere', () => {
  beforeEach(() => {
    setMedia({})
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
  })

  it.each(['/login', '/waiting'])(
    'are announced at %s with their deadline, and without their person or content (U7)',
    async (at) => {
      const db = await refuse()
      await open(db, at)
      await until(() => expect(find('[role="status"]', /Changes are waiting/)).toBeTruthy())
      expect(text()).toMatch(/sign in by 12:00pm( \(.+\))? tomorrow, and they are sent\./)
      expect(text()).toContain('If somebody else signs in here first, they are not sent.')
      expect(text()).not.toMatch(/Ada|Augusta|@example|account details/i)
      expect(text()).not.toContain(nothing)
    },
  )

  it.each(['/login', '/waiting'])('and that were not sent in time are told of at %s, too', async (at) => {
    const db = await refuse()
    vi.setSystemTime(Date.now() + quarantineMs)
    await removeAbandoned(db, loc, Date.now())
    expect(await db.outbox.count()).toBe(0)
    // At every later check, too, until somebody signs in.
    await removeAbandoned(db, loc, Date.now() + minute)
    await open(db, at)
    await until(() => expect(find('[role="alert"]', /Changes were not sent/)).toBeTruthy())
    expect(text()).not.toContain(nothing)
  })

  it('are not called waiting once each is too old to be sent', async () => {
    const db = await refuse()
    vi.setSystemTime(start + quarantineMs)
    await open(db, '/login')
    await until(() => expect(find('[role="alert"]', /Changes were not sent/)).toBeTruthy())
  })

  it('are told of no more when somebody has signed in, or after a month', async () => {
    const signedIn = await refuse()
    await inAct(() => beginSession(signedIn, sessionOf('eve'), undefined, Date.now()))
    await wipePersonal(signedIn, loc)
    const over = await refuse()
    const end = Date.now() + quarantineMs
    await removeAbandoned(over, loc, end)
    await removeAbandoned(over, loc, end + 30 * quarantineMs)
    const unchanged = await refuse({ changed: false })
    await removeAbandoned(unchanged, loc, end)
    // No row says that there is something to report.
    for (const db of [signedIn, over, unchanged]) expect(await db.meta.count()).toBe(0)
    await open(unchanged, '/waiting')
    await until(() => expect(text()).toContain(nothing))
  })

  it('are not said to be sent where there are none, and a payment alone has no answer', async () => {
    const db = await refuse({ changed: false })
    await db.paymentAttempts.put({
      key: nextUuid(),
      payable: 'ticket',
      payableId: 'draft',
      kind: 'submit',
      serverId: 'ticket-1',
      locationId: loc,
      principal: 'ada',
      createdAt: start,
      outcome: 'unknown',
    } as never)
    await open(db, '/login')
    await until(() => expect(find('[role="status"]', /An answer is missing/)).toBeTruthy())
    expect(text()).toMatch(/sign in by 12:30pm( \(.+\))? tomorrow to see what became of it\./)
    expect(text()).not.toContain('sent')
  })

  it('are not told of to a member who is signed in', async () => {
    const db = await refuse()
    const { page } = sitePage(screens, { at: '/waiting', services: { db }, user: user() })
    await show(page)
    await until(() => expect(find('li h2').textContent).toBe('Your account details'))
    expect(text()).not.toContain('Changes are waiting')
  })
})

describe('a person whose account was deleted on another device', () => {
  beforeEach(() => {
    setMedia({})
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
  })

  it.each(['/login', '/waiting'])('is told at %s that nothing is sent any more', async (at) => {
    const db = await refuse({ isDeleted: true })
    await open(db, at)
    await until(() => expect(find('[role="alert"]', /This account was deleted/)).toBeTruthy())
    expect(text()).toContain('there is nobody left to send them for')
    expect(text()).not.toMatch(/Ada|Augusta|@example|are sent automatically|sign in by|signed out elsewhere/i)
    expect(text()).not.toContain(nothing)
  })

  it('can copy the dishes, and discards all of it', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const db = await refuse({ isDeleted: true })
    const who = { locationId: loc, principal: 'ada' }
    await appendChanges(
      db,
      who,
      { draftId: nextUuid(), createOpId: nextUuid() },
      [{ opId: nextUuid(), change: addCarbonara('a', 2) }],
      start,
    )
    await open(db, '/waiting')
    await until(() => expect(find('[aria-label="What was not sent"]')).toBeTruthy())
    const listed = [...document.querySelectorAll('[aria-label="What was not sent"] li')]
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      'Your account details',
      '2 × Carbonara (Rigatoni)',
    ])
    await press(find('button', 'COPY THE LIST'))
    await until(() => expect(text()).toContain('The list is copied.'))
    expect(writeText).toHaveBeenCalledWith('Your account details\n2 × Carbonara (Rigatoni)')
    await press(find('button', 'DISCARD'))
    await press(find('dialog button', 'DISCARD'))
    await until(() => expect(text()).toContain(nothing))
    // In `act`: the discarding itself may end after the list is gone.
    const left = await inAct(() =>
      Promise.all([db.outbox, db.tickets, db.meta].map((table) => table.count())),
    )
    expect(left).toEqual([0, 0, 0])
  })

  it('is told so without changes, too, and can dismiss that', async () => {
    const db = await refuse({ changed: false, isDeleted: true })
    await open(db, '/login')
    await until(() => expect(find('[role="status"]', /This account was deleted/)).toBeTruthy())
    expect(text()).not.toContain('did not reach')
    await press(find('button', 'Dismiss'))
    await until(() => expect(text()).not.toContain('This account was deleted'))
    expect(await inAct(() => db.meta.count())).toBe(0)
  })

  it('is not asked to sign in in time when a day is over', async () => {
    const db = await refuse({ isDeleted: true })
    vi.setSystemTime(Date.now() + quarantineMs)
    await removeAbandoned(db, loc, Date.now())
    expect(await db.outbox.count()).toBe(0)
    await removeAbandoned(db, loc, Date.now() + minute)
    await open(db, '/waiting')
    await until(() => expect(find('[role="alert"]', /This account was deleted/)).toBeTruthy())
    expect(text()).toContain('there is nobody left to send them for')
    expect(text()).not.toContain('did not sign in again')
  })
})

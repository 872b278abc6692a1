import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionRow } from '#db/sessions.ts'
import { createMirror } from '#lib/session/mirror.ts'
import { FakeStorage } from '../support/tab.ts'

const rowOf = (email: string): SessionRow => ({
  locationId: 'tavola-nyc',
  principal: email,
  email,
  token: 't',
  refreshToken: 'r',
  expiresAt: 9,
  signedInAt: 1,
})

describe('text that somebody has typed and not saved', () => {
  let storage: FakeStorage
  let mirror: ReturnType<typeof createMirror>
  const typed = () => storage.getItem('typed')
  beforeEach(() => {
    storage = new FakeStorage()
    mirror = createMirror(() => storage)
    storage.setItem('typed', '{"account":{"city":"Portland"}}')
  })

  it('is kept while the same person is here, after a refresh or a new read', () => {
    mirror.write(rowOf('ada@example.com'))
    mirror.write({ ...rowOf('ada@example.com'), token: 't2' })
    expect(typed()).toContain('Portland')
  })

  it('is deleted with a session that the server has ended', () => {
    mirror.write(rowOf('ada@example.com'))
    mirror.write(undefined)
    expect(typed()).toBeNull()
  })

  it('is deleted when somebody else signs in', () => {
    mirror.write(rowOf('ada@example.com'))
    mirror.write(rowOf('bea@example.com'))
    expect(typed()).toBeNull()
  })

  it('of a guest is kept as long as nobody signs out', () => {
    mirror.write(undefined)
    expect(typed()).toContain('Portland')
  })
})

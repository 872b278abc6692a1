import { expect, it } from 'vitest'
import { deviceZone } from '#contract/time-zones.ts'
import type { OutboxRow } from '#db/outbox.ts'
import { expiryOf } from '#features/waiting/words.ts'

const now = Date.parse('2026-11-20T17:00:00Z')
const op = { change: { kind: 'ticket.check-in' }, createdAt: now } as OutboxRow

it('the last time to send a change is by the restaurant’s clock, with its zone for a reader in another one (T4)', () => {
  expect(expiryOf(op, 'Pacific/Kiritimati', now)).toBe('Only sent until 7:30am (Kiritimati time) today.')
  expect(expiryOf(op, deviceZone(), now)).toMatch(/^Only sent until \d+:30[ap]m (today|tomorrow)\.$/)
})

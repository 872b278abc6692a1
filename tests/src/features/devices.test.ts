import { expect, it } from 'vitest'
import { devicesOf } from '#features/account/devices.ts'

const session = (id: string, device: string, last_seen_at: string, current = false) => ({
  id,
  device,
  current,
  signed_in_at: last_seen_at,
  last_seen_at,
})

it('a device is one row with its newest time, this one first, and says whether it can be signed out', () => {
  const sessions = [
    session('1', 'Safari on iPhone', '2026-11-18T10:00:00Z'),
    session('2', 'Chrome on Mac', '2026-11-20T09:00:00Z'),
    session('3', 'Safari on iPhone', '2026-11-20T10:00:00Z', true),
    session('4', 'Firefox on Linux', '2026-11-20T11:00:00Z'),
    session('5', 'Firefox on Linux', '2026-11-19T11:00:00Z'),
  ]
  expect(devicesOf(sessions)).toEqual([
    { name: 'Safari on iPhone', current: true, lastSeenAt: '2026-11-20T10:00:00Z', endable: ['1'] },
    { name: 'Firefox on Linux', current: false, lastSeenAt: '2026-11-20T11:00:00Z', endable: ['4', '5'] },
    { name: 'Chrome on Mac', current: false, lastSeenAt: '2026-11-20T09:00:00Z', endable: ['2'] },
  ])
  expect(devicesOf([])).toEqual([])
})

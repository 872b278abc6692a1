import { describe, expect, it } from 'vitest'
import { retentionOf, standardRetention } from '#contract/rules/retention.ts'

describe('how long a location keeps what', () => {
  it('is the default when it sets nothing', () => {
    expect(retentionOf({})).toEqual(standardRetention)
  })
  it('is its own where it sets one', () => {
    expect(retentionOf({ data_retention: { order_contact_days: 365 } })).toEqual({
      ...standardRetention,
      order_contact_days: 365,
    })
  })
  it.each([{ order_contact_days: 30 }, { trail_days: 1.5 }, { other_days: 5 }, 'for ever'])(
    'is never an impossible number: %j',
    (data_retention) => {
      expect(retentionOf({ data_retention })).toEqual(standardRetention)
    },
  )
})

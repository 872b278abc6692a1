import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import { MenuItem } from '#contract/schemas/menu.ts'
import { Location } from '#contract/schemas/location.ts'
import { OrderRefund } from '#contract/schemas/refund.ts'
import { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { statusIn } from '#contract/rules/allergens.ts'
import { dish } from '../src/support/menus.tsx'
import { siteCopy } from '../src/support/site.tsx'
import { line, snapshotOf } from '../src/support/snapshots.ts'

/** A portal that was installed last week reads answers from this week's server that contain values it does not know. */
describe('an answer of a newer server', () => {
  const newer: AllergenStatement = { contains: ['milk', 'buckwheat' as 'milk'], free_from: ['eggs'] }

  it('with an allergen that is not known says all else that it says', () => {
    const { allergens } = z.parse(MenuItem, dish('Crêpe', { allergens: newer }))
    expect((['milk', 'eggs', 'soy'] as const).map((one) => statusIn(allergens, one))).toEqual([
      'contains',
      'free',
      'unknown',
    ])
    // An unknown name may mean one of the fourteen allergens, so the others are unknown, too.
    const others: AllergenStatement = { contains: ['milk', 'molluscs' as 'milk'], free_from: 'others' }
    const crepe = z.parse(MenuItem, dish('Crêpe', { allergens: others }))
    expect((['milk', 'mollusks'] as const).map((one) => statusIn(crepe.allergens, one))).toEqual([
      'contains',
      'unknown',
    ])
    const unread = { ...dish('Crêpe'), allergens: { contains: 'milk', free_from: 'others' } }
    expect(z.parse(MenuItem, unread).allergens).toBeUndefined()
    const { items } = z.parse(TicketOrder, snapshotOf({ items: [line({ allergens: newer })] }))
    expect(statusIn(items[0]!.allergens, 'milk')).toBe('contains')
  })

  it('with another way to round taxes is a location that is estimated by its one rate', () => {
    const { location } = siteCopy({})
    const taxes = { rates: [], classes: [], rounding: 'class' }
    const rules = { tax_rate: '0.1', tax_rounding: 'half_up', delivery_charge: 0, taxes }
    expect(z.parse(Location, { ...location, estimate_rules: rules }).estimate_rules).toMatchObject({
      tax_rate: '0.1',
    })
  })

  it('with a tax rate that is none is a location that estimates nothing', () => {
    const { location } = siteCopy({})
    const rules = { tax_rate: '8.875%', tax_rounding: 'half_up', delivery_charge: 0 }
    expect(z.parse(Location, { ...location, estimate_rules: rules }).estimate_rules).toBeUndefined()
  })

  it('with hours that end before they begin is one that tells none', () => {
    const { location } = siteCopy({})
    const daily = (from: string, until: string) =>
      Object.fromEntries(Object.keys(location.hours ?? {}).map((day) => [day, [[from, until]]]))
    expect(z.parse(Location, { ...location, hours: daily('18:00', '26:00') }).hours).toBeDefined()
    expect(z.parse(Location, { ...location, hours: daily('18:00', '02:00') }).hours).toBeUndefined()
  })

  it('with another way back for money is a refund that goes by its name', () => {
    const part = { display_name: 'Meal voucher', tender_type: 'voucher', amount: '$5.00' }
    const refund = {
      id: 'r',
      tip: '',
      delivery: '',
      at: '',
      display: '',
      amount: '$5.00',
      reason: 'cancelled',
      items: [],
      parts: [part],
    }
    expect(z.parse(OrderRefund, refund).parts).toMatchObject([{ display_name: 'Meal voucher' }])
  })
})

import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { TicketSettings } from '#contract/schemas/ticket-order.ts'

it('a delivery costs $0.00 when an API gives no charge @BC-19', () => {
  const said = {
    show_delivery_option: true,
    show_curbside_option: true,
    show_order_ahead_option: false,
    pay_tips_with_gift_card: true,
    available_order_ahead_time_slots_for_the_future: [],
  }
  expect(z.parse(TicketSettings, said).delivery_charge).toBe('$0.00')
  expect(z.parse(TicketSettings, { ...said, delivery_charge: '$4.50' }).delivery_charge).toBe('$4.50')
})

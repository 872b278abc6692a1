import type { Page } from '@playwright/test'
import type { PayableKind } from '#contract/payables.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { goToCardPayment, heading, placeOrder, goToPostedPayment } from '../pages/card-orders.ts'
import { goToPayment, placeButton, readOrderNumber, typeCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

/**
 * A bank that authenticates its customer for a payment: accepted, and refused, for each payable. A new payable does not
 * compile without its row.
 */

const asks = '4000002500003155'

type Way = {
  open: (page: Page) => Promise<void>
  button: (page: Page) => ReturnType<typeof placeButton>
  placed: (page: Page) => Promise<unknown>
}

const ways: Record<PayableKind, Way> = {
  ticket: { open: goToPayment, button: placeButton, placed: readOrderNumber },
  'card-order': {
    open: goToCardPayment,
    button: placeOrder,
    placed: (page) => expect(heading(page, 'Your order is placed')).toBeVisible(),
  },
  'posted-order': {
    open: goToPostedPayment,
    button: placeOrder,
    placed: (page) => expect(heading(page, 'Thank you for your order')).toBeVisible(),
  },
}

const bank = (page: Page) => page.frameLocator('iframe[title="Secure payment confirmation frame"]')

for (const [kind, { open, button, placed }] of Object.entries(ways)) {
  test(`the bank asks about a ${kind}: refused, nothing is charged and it can be paid again; agreed to, it is placed and charged once`, async ({
    page,
    world,
    strict,
  }) => {
    test.slow()
    strict.expect(/status of 402/)
    const listCharges = async () =>
      await world.database.query(
        `SELECT 1 FROM sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded'`,
      )
    const before = (await listCharges()).length
    await open(page)
    await typeCard(page, asks)
    await press(button(page))
    await press(bank(page).getByRole('button', { name: 'Refuse' }))
    await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    expect(await listCharges()).toHaveLength(before)
    await press(button(page))
    await press(bank(page).getByRole('button', { name: 'Confirm payment' }))
    await placed(page)
    expect(await listCharges()).toHaveLength(before + 1)
  })
}

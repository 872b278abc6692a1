import type { Page } from '@playwright/test'
import { waitUntilDrawn } from '../fixtures/launched.ts'
import {
  addMargherita,
  chooseCurbside,
  chooseTime,
  openPromo,
  placeButton,
  readOrderNumber,
  reviewOrder,
  fillContact,
  margherita,
  tip,
  typeCard,
} from '../pages/ordering.ts'
import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import type { World } from '../fixtures/world.ts'

// The service worker plays no part in what is tested here. The next test places an order with it.
test.use({ offlineWorker: false })

const hourAgo = ({ clock }: World): number => clock.now() - 60 * 60 * 1000

test.describe(() => {
  // A whole order with the service worker, as on a phone.
  test.use({ offlineWorker: true })
  test('a guest orders a customised pizza, picks it up at the curb, tips 15 % and pays by card @OV-03 @MO-05 @MO-06 @MO-07 @MO-09 @MO-11 @MO-14 @ST-13 @VA-16 @AO-03 @OV-07 @RO-01 @ST-05 @OV-01 @RT-20 @one-window', async ({
    page,
    world,
  }) => {
    await addMargherita(page)
    const added = page.getByRole('dialog', { name: 'ADDED TO ORDER' })
    await expect(added).toContainText('1 × Margherita')
    await expect(added).toContainText('16 inch')
    await reviewOrder(page)
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$22.00')
    await chooseCurbside(page)
    await chooseTime(page)
    await fillContact(page)
    await tip(page, 15)
    // 22.00, tax 8.875 % rounded half up 1.95, tip 15 % of the subtotal 3.30.
    await expect(placeButton(page)).toHaveText('PLACE YOUR ORDER · $27.25')
    await typeCard(page)
    // The provider creates a payment method in the browser, in the payer's name; the restaurant's API gets its id and never the card number.
    const method = page.waitForRequest((request) => request.url().endsWith('/v1/payment_methods'))
    const charge = page.waitForRequest((request) => request.url().endsWith('/payment'))
    await placeButton(page).click()
    expect(new URLSearchParams((await method).postData()!).get('billing_details[name]')).toBe('Nora Quill')
    expect((await charge).postData()).not.toContain('4242424242424242')
    const number = await readOrderNumber(page)

    const orders = await world.database.query<{ ticket_id: string; total_cents: number }>(
      // Order numbers begin anew each day, and the demo's people have ordered before.
      'SELECT ticket_id, total_cents FROM submissions WHERE name = $1 AND submitted_at > $2',
      [number, hourAgo(world)],
    )
    expect(orders).toHaveLength(1)
    expect(orders[0]!.total_cents).toBe(2725)
    const lines = await world.database.query<{ name: string; quantity: number; unit_cents: number }>(
      'SELECT name, quantity, unit_cents FROM ticket_lines WHERE ticket_id = $1',
      [orders[0]!.ticket_id],
    )
    expect(lines).toEqual([{ name: 'Margherita', quantity: 1, unit_cents: 2200 }])
    const paid = await world.database.query<{ non_tip_cents: number; tip_cents: number }>(
      'SELECT non_tip_cents, tip_cents FROM payments WHERE ticket_id = $1',
      [orders[0]!.ticket_id],
    )
    expect(paid).toEqual([{ non_tip_cents: 2395, tip_cents: 330 }])

    // After the order the draft is cleared and its link hidden; the confirmation stays.
    await expect(page.getByRole('link', { name: /Review order/ })).toHaveCount(0)
    await page.reload()
    expect(await readOrderNumber(page)).toBe(number)
  })
})

test('every step of the way is accessible and fits 320 px; an expired promo code says so, Enter applies the typed code; a changed order asks for its tip again @BC-01 @OV-03 @one-window', async ({
  page,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 422/)
  const look = async (): Promise<void> => {
    await expectAccessible(page)
    await expectAccessibleWhenWide(page)
    await expectNoHorizontalScroll(page)
  }
  // A step that accessible-checkout.spec.ts checks on a phone.
  const lookWide = async (): Promise<void> => {
    await expectAccessibleWhenWide(page)
    await expectNoHorizontalScroll(page)
  }
  await addMargherita(page)
  await look()
  await reviewOrder(page)
  await look()
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByRole('heading', { name: 'How would you like it?' })).toBeVisible()
  await lookWide()
  await page.getByRole('radio', { name: /Delivery/ }).check()
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await page.getByRole('button', { name: 'Change time' }).click()
  await expect(page.getByRole('heading', { name: 'When should it arrive?' })).toBeVisible()
  await lookWide()
  await chooseTime(page)
  await expect(page.getByRole('heading', { name: 'Where should it go?' })).toBeVisible()
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await look()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Quill')
  await page.getByLabel('Phone').pressSequentially('2125550177')
  await page.getByLabel('Email').fill('nora@example.test')
  await page.getByLabel('Street address').fill('18 Jane Street')
  await page.getByLabel('City').fill('New York')
  await page.getByLabel('State').selectOption('NY')
  // Nobody delivers to Anchorage: the field says so and offers pickup instead.
  await page.getByLabel('Zip').fill('99501')
  await expect(page.getByLabel('Zip')).toHaveAccessibleDescription(/^We don’t deliver to 99501 yet/)
  await expect(page.getByRole('button', { name: 'PICK IT UP INSTEAD' })).toBeVisible()
  await look()
  await page.getByLabel('Zip').fill('10014')
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await openPromo(page)
  await test.step('a promo code', () => tryCodes(page, look))
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await page.getByRole('button', { name: 'Other tip' }).click()
  await expect(page.getByRole('heading', { name: 'Add a tip?' })).toBeVisible()
  await lookWide()
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await tip(page, 20)
  await expect(page.frameLocator('iframe[title="Secure CVC input frame"]').getByRole('textbox')).toBeVisible()
  await lookWide()
  await walkTo(page, '/ordercart')
  await page.getByLabel('Quantity of Margherita').selectOption('5')
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByRole('heading', { name: 'How would you like it?' })).toBeVisible()
})

/** An expired code says so; Enter applies one that counts. */
async function tryCodes(page: Page, look: () => Promise<void>): Promise<void> {
  const apply = page.getByRole('button', { name: 'APPLY' })
  await expect(apply).toBeDisabled()
  await page.getByLabel('Promo code').fill('EXPIRED')
  await apply.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look()
  await page.getByLabel('Promo code').fill('WELCOME10')
  await page.getByLabel('Promo code').press('Enter')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('-$2.20')
}

test('a double tap adds one, the line can be changed and removed, and another added; ADD TO ORDER waits for a required choice that has no default @RT-07 @MO-10 @ST-20 @ST-21 @MO-06 @MO-05 @MO-09 @MO-11 @VA-11 @one-window', async ({
  page,
}) => {
  await page.goto(margherita)
  await page.getByRole('radio', { name: '16 inch' }).check()
  await test.step('the second tap of a double tap does nothing', () => tapTwice(page))
  await reviewOrder(page)
  await expect(page).toHaveURL(/\/ordercart$/)
  const summary = page.getByRole('region', { name: 'Order summary' })
  const quantity = page.getByLabel('Quantity of Margherita')
  await expect(quantity.getByRole('option')).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  await quantity.selectOption('3')
  await expect(summary).toContainText('$66.00')
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await expect(page).toHaveURL(/\/order$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Customize Margherita' }).click()
  await expect(page.getByRole('radio', { name: '16 inch' })).toBeChecked()
  await page.getByRole('radio', { name: '12 inch' }).check()
  await page.getByRole('button', { name: /^SAVE TO ORDER/ }).click()
  await expect(page.getByRole('dialog', { name: 'SAVED TO ORDER' })).toContainText('3 × Margherita')
  await reviewOrder(page)
  await expect(summary).toContainText('$48.00')
  await page.getByRole('button', { name: 'Remove Margherita' }).click()
  await expect(page.getByText('Your order is empty')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CONTINUE' })).toBeDisabled()
  await test.step('a required choice', () => expectRequiredChoice(page))
})

async function tapTwice(page: Page): Promise<void> {
  await waitUntilDrawn(page)
  const add = page.getByRole('button', { name: /^ADD TO ORDER/ })
  await expect(add).toBeEnabled()
  await add.scrollIntoViewIfNeeded()
  // Both taps run within the page, so that even on a slow machine the second comes right after the dialog has opened.
  await add.evaluate(async (button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const [clientX, clientY] = [x + width / 2, y + height / 2]
    const tap = (): void => {
      const at = { bubbles: true, cancelable: true, clientX, clientY }
      const target = document.elementFromPoint(clientX, clientY)!
      target.dispatchEvent(new PointerEvent('pointerdown', at))
      target.dispatchEvent(new MouseEvent('click', at))
    }
    tap()
    await new Promise<void>((resolve) => {
      const look = new MutationObserver(() => {
        if (!document.querySelector('dialog[open]')) return
        look.disconnect()
        resolve()
      })
      look.observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    tap()
  })
  await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toContainText('1 × Margherita')
  await expect(page).toHaveURL(/item\/margherita$/)
}

/** A dish with a required choice that has no default: a tap leads to the choice, and adds nothing. */
async function expectRequiredChoice(page: Page): Promise<void> {
  const open = await page.evaluate(async () => {
    const host = JSON.parse(document.getElementById('larder-host')!.textContent!) as {
      host: { locationId: string }
    }
    type Choice = { required: boolean; values: { name: string; default: boolean }[] }
    type Item = {
      external_id: string
      available?: boolean
      custom_options: { customization: boolean; choices: Choice[] }[]
    }
    const book = (await (
      await fetch(`/api/location/${host.host.locationId}/menubook?mode=order`)
    ).json()) as {
      menus: { external_id: string; categories: { external_id: string; items: Item[] }[] }[]
    }
    for (const menu of book.menus)
      for (const category of menu.categories)
        for (const item of category.items) {
          const without = item.custom_options
            .filter((section) => !section.customization)
            .flatMap((section) => section.choices)
            .filter((choice) => choice.required && !choice.values.some((value) => value.default))
          if (item.available !== false && without.length === 1)
            return {
              path: `/order/${menu.external_id}/category/${category.external_id}/item/${item.external_id}`,
              pick: without[0]!.values[0]!.name,
            }
        }
    return undefined
  })
  expect(open).toBeDefined()
  await walkTo(page, open!.path)
  const add = page.getByRole('button', { name: /^ADD TO ORDER/ })
  // Playwright does not wait for a disabled button: a tap now could hit the server's markup just as React replaces it.
  await waitUntilDrawn(page)
  await expect(add).toBeDisabled()
  const choice = page.getByRole('radio', { name: open!.pick }).first()
  // A tap leads to the open choice and adds nothing to the order.
  await add.click({ force: true })
  await expect(choice).toBeFocused()
  await expect(choice).toBeInViewport()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await choice.check()
  await expect(add).toBeEnabled()
}

import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('/ is the restaurant’s home page: welcome, promotions, menus, gallery, contact @RT-01 @LH-08 @LH-09 @LH-12 @LH-13 @BC-17 @one-window', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'The oven is lit', level: 1 })).toBeVisible()
  const pictures = page.getByRole('region', { name: 'Pictures of Bella Trattoria' })
  // Until the portal has loaded, the server's page has a placeholder here.
  const readHeight = async () => (await pictures.boundingBox())?.height
  await expect.poll(readHeight).toBeLessThan(400)
  await expect(page.getByRole('region', { name: 'Our Latest Promotions' }).first()).toBeVisible()
  const featured = page.getByRole('region', { name: 'House favorites' })
  await expect(featured.getByRole('link', { name: /^Margherita/ })).toBeVisible()
  const menus = page.getByRole('region', { name: 'Menus', exact: true })
  await menus.scrollIntoViewIfNeeded()
  await menus.getByRole('button', { name: 'Dinner' }).click()
  await menus.getByRole('button', { name: 'Pizza' }).click()
  await expect(menus.getByRole('link', { name: /^Margherita/ })).toBeVisible()
  await page.getByRole('link', { name: 'See all of Dinner' }).scrollIntoViewIfNeeded()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible()
  const tiles = page.getByRole('region', { name: 'Gallery' }).getByRole('button')
  await expect(tiles.first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
  const map = page.getByRole('link', { name: 'Get directions' }).locator('xpath=ancestor::div[@data-zoom]')
  expect((await map.boundingBox())!.height).toBe(400)
  await expect(page.getByRole('button', { name: 'SEND', exact: true })).toBeDisabled()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  // The same in a wide window.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(readHeight).toBe(700)
  const tops = await tiles.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(tops.slice(0, 3)).size).toBe(1)
  expect((await map.boundingBox())!.height).toBe(400)
  await expectAccessible(page)
})

test('announcements are shown 1, 2 or 3 in a row on a phone, a tablet and a computer @LH-09 @BC-17 @OV-05 @wide-window', async ({
  page,
}) => {
  await page.goto('/')
  const promotions = page.getByRole('region', { name: 'Our Latest Promotions' }).last()
  const slides = promotions.locator('[aria-roledescription=slide]')
  for (const [width, perView] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await promotions.scrollIntoViewIfNeeded()
    await expect(slides).toHaveCount(3)
    const [room, slide] = [
      (await promotions.boundingBox())!.width,
      (await slides.first().boundingBox())!.width,
    ]
    expect(Math.floor((room + 24) / slide)).toBe(perView)
  }
})

test('with reduced motion nothing moves by itself, and the guest can start it @LH-08 @one-window', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const pictures = page.getByRole('region', { name: 'Pictures of Bella Trattoria' })
  await expect(pictures.getByRole('button', { name: 'Play' })).toBeVisible()
  await pictures.getByRole('button', { name: 'Next' }).click()
  await expect
    .poll(() =>
      pictures
        .getByRole('group')
        .first()
        .evaluate((track) => track.scrollLeft),
    )
    .toBeGreaterThan(100)
})

test('the advertisement opens in a dialog after the page, once, and Escape closes it @LH-10 @one-window', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal('smoke')}/`)
  const popup = page.getByRole('dialog', { name: 'The Forty-Four' })
  await expect(popup).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await page.reload()
  // The advertisement would have appeared by the time that the end of the page is loaded.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
  await expect(popup).toBeHidden()
})

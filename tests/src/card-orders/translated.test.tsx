// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import { cardOrderPage, CardOrdersNet, program } from '../support/card-order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  setTranslation(es)
})
afterEach(() => setTranslation(undefined))

it('a card’s common name is translated, and any other is shown as the restaurant wrote it, where it is chosen and afterwards', async () => {
  const net = new CardOrdersNet()
  net.programs = ['Classic', 'The Harvest gift card'].map((name) => program(name, { description: name }))
  await show((await cardOrderPage(net, '/flow/SendEmail')).page)
  await until(() => find('button', 'Clásico'))
  await press(find('button', 'The Harvest gift card'))
  await until(() =>
    expect(find('[aria-label="Tus respuestas hasta ahora"]').textContent).toBe(
      'TarjetaThe Harvest gift cardCambiar',
    ),
  )
})

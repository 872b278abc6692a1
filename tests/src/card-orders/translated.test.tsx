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

it('which card it is, is in the page’s language where it is chosen and after', async () => {
  const net = new CardOrdersNet()
  net.programs = ['Harvest', 'Winter'].map((name) => program(name, { description: `${name} gift card` }))
  await show((await cardOrderPage(net, '/flow/SendEmail')).page)
  await press(await until(() => find('button', 'Tarjeta de regalo de Harvest')))
  await until(() =>
    expect(find('[aria-label="Tus respuestas hasta ahora"]').textContent).toBe(
      'TarjetaTarjeta de regalo de HarvestCambiar',
    ),
  )
})

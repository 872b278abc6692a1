// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { card } from '../support/account.ts'
import { CardsNet, cardsPage } from '../support/cards.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom does not draw.
  HTMLCanvasElement.prototype.getContext = () => null
})

const another = 'The card you opened isn’t in your account anymore. This is another one.'

describe('at the counter', () => {
  it.each([
    { which: 'the card that was opened is shown', id: 'card-1', said: '' },
    { which: 'another in place of one that is gone says that it is another', id: 'card-2', said: another },
  ])('$which', async ({ id, said }) => {
    const net = new CardsNet()
    net.cards = [card({ id, card_number: '6006491234567896' })]
    const { page } = await cardsPage(net, '/mycards/counter/card-1')
    await show(page)
    await until(() => expect(find('dialog').textContent).toContain('6006 4912 3456 7896'))
    expect(find('dialog [role=status]').textContent).toBe(said)
  })
})

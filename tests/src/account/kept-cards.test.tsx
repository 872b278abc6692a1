// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AccountScreen } from '#features/account/screens/account-screen.tsx'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { lostAnswerText } from '#lib/errors/explain.ts'
import { user } from '../support/account.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

/** A member's saved payment cards, under My account. */

const visa = { id: 'pm_visa', brand: 'Visa', last4: '4242', exp_month: 3, exp_year: 2034 }

/** The restaurant, with the cards saved at the card provider. */
class CardNet implements Net {
  calls: string[] = []
  sources: (typeof visa)[] = [visa]
  status = 200
  async send({ url, method }: NetRequest) {
    const path = new URL(url, 'https://tavola.example').pathname
    this.calls.push(`${method} ${path}`)
    if (method === 'DELETE') this.sources = this.sources.filter(({ id }) => !path.endsWith(id))
    const cards = { stripe_customer_id: 'cus_1', payment_sources: this.sources }
    const problem = { message: 'Later.', code: 'payment_unavailable', errors: [] }
    return {
      status: this.status,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(this.status === 200 ? cards : problem),
    }
  }
}

beforeEach(() => {
  setMedia({ 'min-width': true })
})
afterEach(() => act(() => noteReachability('reachable')))

const open = async ({ net = new CardNet(), customer = 'cus_1' as string | null } = {}) => {
  const { stripe_customer_id: _none, ...plain } = user()
  const member = { ...plain, ...(customer !== null && { stripe_customer_id: customer }) }
  const copy = siteCopy()
  const { page } = sitePage(
    { '/account': () => <AccountScreen /> },
    {
      at: '/account',
      user: member,
      net,
      services: { readTransactions: () => new Promise<never>(() => undefined) },
      copy: { ...copy, location: { ...copy.location, api_extensions: ['saved_cards'] } },
    },
  )
  await show(page)
  await until(() => find('button', 'EDIT'))
  return net
}
const words = () => document.body.textContent

it('are listed, and one is removed after a confirmation', async () => {
  const net = await open()
  await until(() => expect(words()).toContain('Visa ending in 4242Good until 03/2034'))
  await press(find('button', 'Remove Visa ending in 4242'))
  expect(net.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  await press(find('dialog button', 'REMOVE THE CARD'))
  await until(() => expect(words()).toContain('You have no saved cards.'))
  expect(net.calls).toContain('DELETE /api/user/savedcards/pm_visa')
  expect(document.activeElement?.textContent).toBe('Visa ending in 4242 is removed.')
})

it('with the same name are two: removing each is announced, with the focus', async () => {
  const net = new CardNet()
  net.sources = [visa, { ...visa, id: 'pm_visa_2' }, { ...visa, id: 'pm_visa_3', last4: '1881' }]
  await open({ net })
  for (const left of [2, 1]) {
    const remove = await until(() => find('button', 'Remove Visa ending in 4242'))
    remove.focus()
    await press(remove)
    await press(find('dialog[open] button', 'REMOVE THE CARD'))
    await until(() => expect(document.querySelectorAll('ul li [aria-label^=Remove]')).toHaveLength(left))
    expect(document.activeElement?.textContent).toBe('Visa ending in 4242 is removed.')
  }
})

it('say so when they could not be loaded, and offer another try', async () => {
  const net = new CardNet()
  net.status = 503
  await open({ net })
  await until(() => find('h2', 'Your list of payment cards couldn’t be loaded'))
  net.status = 200
  await press(find('section[aria-labelledby=kept-cards] button'))
  await until(() => expect(words()).toContain('Visa ending in 4242'))
})

it('create no customer for a member who has none', async () => {
  const net = await open({ customer: null })
  expect([net.calls, document.getElementById('kept-cards')]).toEqual([[], null])
})

it('cannot be removed without a signal', async () => {
  await open()
  const remove = await until(() => find<HTMLButtonElement>('button', 'Remove Visa ending in 4242'))
  await act(async () => noteReachability('unreachable'))
  await until(() => expect(remove.disabled).toBe(true))
  expect(words()).toContain('You can remove a card when you’re online.')
})

it('are not said to be saved when the answer to a removal was lost: nobody knows', async () => {
  class LosingNet extends CardNet {
    override async send(request: NetRequest) {
      if (request.method === 'DELETE') throw new AppError('offline', 'no answer')
      return await super.send(request)
    }
  }
  await open({ net: new LosingNet() })
  await press(await until(() => find('button', 'Remove Visa ending in 4242')))
  await press(find('dialog button', 'REMOVE THE CARD'))
  await until(() => expect(find('dialog [role=alert]').textContent).toBe(lostAnswerText))
})

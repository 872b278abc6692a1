// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ForgotPasswordScreen } from '#features/account/screens/forgot-password-screen.tsx'
import { SignUpScreen } from '#features/account/screens/sign-up-screen.tsx'
import { CardOrderScreen } from '#features/card-orders/screens/card-order-screen.tsx'
import { CheckScreen } from '#features/cards/screens/check-screen.tsx'
import { ImportScreen } from '#features/cards/screens/import-screen.tsx'
import { CheckoutScreen } from '#features/checkout/screens/checkout-screen.tsx'
import { TicketHistoryScreen } from '#features/orders/screens/ticket-history-screen.tsx'
import { RewardsScreen } from '#features/rewards/screens/rewards-screen.tsx'
import { AppError } from '#lib/errors/app-error.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

/** A server that fails until it is told to answer, each request separately. */
function failingServer() {
  type Answer = { resolve(answer: unknown): void; reject(cause: AppError): void }
  const asked: Answer[] = []
  return {
    asked,
    readLocation: async () =>
      await new Promise<unknown>((resolve, reject) => void asked.push({ resolve, reject })),
    fail: () => act(async () => asked.at(-1)!.reject(new AppError('failed', '500'))),
    answer: () => act(async () => asked.at(-1)!.resolve({ value: siteCopy(), savedAt: 1 })),
  }
}

const screens: [string, () => ReactNode][] = [
  ['/ordercheckout', () => <CheckoutScreen />],
  ['/checkcardbalance', () => <CheckScreen />],
  ['/mycards/import', () => <ImportScreen />],
  ['/mycards/send/SendText/0', () => <CardOrderScreen type="SendText" cardId="0" takes={['SendText']} />],
  ['/rewards', () => <RewardsScreen />],
  ['/tickethistory', () => <TicketHistoryScreen />],
  ['/signup', () => <SignUpScreen />],
  ['/forgotpassword', () => <ForgotPasswordScreen />],
]

describe('without the restaurant’s settings', () => {
  it.each(screens)('%s says that the server fails, and how to try again', async (_, screen) => {
    const server = failingServer()
    await show(sitePage({ '/': screen }, { readLocation: server.readLocation }).page)
    await until(() => expect(server.asked).toHaveLength(1))
    expect(find('[role=status]').textContent).toContain('Loading')
    await server.fail()
    await until(() => expect(find('[role=alert]').textContent).toMatch(/This page couldn’t be loaded/))
    expect(document.querySelector('[role=status], [aria-busy=true]')).toBeNull()
    await press(find('button', 'Try again'))
    await until(() => expect(server.asked).toHaveLength(2))
  })

  it('/forgotpassword comes to life when the settings come', async () => {
    const server = failingServer()
    await show(sitePage({ '/': () => <ForgotPasswordScreen /> }, { readLocation: server.readLocation }).page)
    await until(() => expect(server.asked).toHaveLength(1))
    await server.fail()
    await press(await until(() => find('button', 'Try again')))
    await server.answer()
    await until(() => expect(find('button', 'SEND')).toBeTruthy())
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it.each([
    ['/signup', 'SUBMIT', () => <SignUpScreen />],
    ['/forgotpassword', 'SEND', () => <ForgotPasswordScreen />],
  ] as const)('%s waits for them under an overlay @LO-11 @LO-13 @ST-43', async (_, sender, screen) => {
    const server = failingServer()
    await show(sitePage({ '/': screen }, { readLocation: server.readLocation }).page)
    await until(() => expect(server.asked).toHaveLength(1))
    const overlays = () =>
      [...document.querySelectorAll('section [role=status]')].filter((one) => one.textContent === 'Loading')
    const senders = () => [...document.querySelectorAll('button')].filter((one) => one.textContent === sender)
    expect([overlays().length, senders().length]).toEqual([1, 0])
    await server.answer()
    await until(() => expect([overlays().length, senders().length]).toEqual([0, 1]))
  })
})

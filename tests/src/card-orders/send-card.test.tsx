// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { SendCardScreen } from '#features/card-orders/screens/send-card-screen.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

const open = async (digital: { send_card_by_text?: boolean; send_card_by_email?: boolean }) => {
  const settings = { cards: { digital: { enable: true, ...digital } } }
  const copy = siteCopy({ settings })
  await show(sitePage({ '/sendcard': () => <SendCardScreen /> }, { copy, at: '/sendcard' }).page)
  await until(() => find('input[type=radio]'))
  return [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ checked }) => checked)
}
const next = () => find<HTMLButtonElement>('button', 'CONTINUE')

describe('the ways to send a gift card', () => {
  it('begin chosen where there is one alone', async () => {
    expect(await open({ send_card_by_text: true })).toEqual([true])
    expect(next().disabled).toBe(false)
  })

  it('wait for a choice where there are several @GC-14', async () => {
    expect(await open({ send_card_by_text: true, send_card_by_email: true })).toEqual([false, false])
    expect(next().disabled).toBe(true)
  })
})

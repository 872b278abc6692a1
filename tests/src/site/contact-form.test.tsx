// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import ContactForm from '#features/home/components/contact-form.tsx'
import { isMessageComplete } from '#features/home/requests.ts'
import { fill, find, press, say, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

/** The human check answers as soon as it is ticked: its own tests are in tests/src/verification. */
vi.mock('#shared/forms/human-check.tsx', () => ({
  HumanCheck: ({ onAnswer }: { onAnswer: (answer: string) => void }) => (
    <input type="checkbox" aria-label="human" onChange={() => onAnswer('proof')} />
  ),
}))

type Said = { status: number; json: unknown } | 'offline'

class ContactNet implements Net {
  calls: { path: string; key: string | undefined; body: unknown }[] = []
  answers: Said[] = []
  async send({ url, headers, body }: NetRequest) {
    this.calls.push({
      path: url.replace(/^.*\/api/, ''),
      key: headers['idempotency-key'],
      body: JSON.parse(body ?? 'null'),
    })
    const said = this.answers.shift() ?? {
      status: 200,
      json: { message: 'Thank you. We will write back within a day.' },
    }
    if (said === 'offline') throw new AppError('offline', 'no answer')
    return {
      status: said.status,
      header: (name: string) =>
        name === 'content-type' ? 'application/json' : name === 'x-request-id' ? 'req-1' : null,
      text: JSON.stringify(said.json),
    }
  }
}

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const send = () => find<HTMLButtonElement>('button[type=submit]')
const field = (label: string) => find<HTMLInputElement>('input, textarea', label)
/** The prototype's setter: React intercepts the element's own. */
const setText = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!
const write = async (text: string): Promise<void> => {
  const area = find<HTMLTextAreaElement>('textarea')
  await act(async () => {
    setText.call(area, text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const fillAll = async (): Promise<void> => {
  await fill(field('First name'), 'Ada')
  await fill(field('Last name'), 'Guest')
  await fill(field('Email'), 'ada@example.com')
  await write('A table for nine?')
  await press(find('input', 'human'))
}
const submit = () => say(find('form'), new Event('submit', { bubbles: true, cancelable: true }))
/** Unmounts the page: the next one starts from nothing. */
let leave: () => Promise<void>
const open = async (net: ContactNet) => {
  const { again } = await show(sitePage({ '/': () => <ContactForm /> }, { net }).page)
  leave = () => again(null)
  await until(() => find('form'))
}

describe('the contact form', () => {
  it('is sent once by two presses in one moment', async () => {
    const net = new ContactNet()
    await open(net)
    await fillAll()
    const submission = () => new Event('submit', { bubbles: true, cancelable: true })
    await act(async () => {
      find('form').dispatchEvent(submission())
      find('form').dispatchEvent(submission())
    })
    await until(() => expect(document.body.textContent).toContain('Thank you. We will write back'))
    expect(net.calls).toHaveLength(1)
  })

  it('cannot be sent without a human check, an email, both names and a message @VA-01', async () => {
    const net = new ContactNet()
    await open(net)
    expect(send().disabled).toBe(true)
    await fillAll()
    expect(send().disabled).toBe(false)
    for (const label of ['First name', 'Last name', 'Email']) {
      const before = field(label).value
      await fill(field(label), '  ')
      expect(send().disabled, label).toBe(true)
      await fill(field(label), before)
    }
    await write('')
    expect(send().disabled).toBe(true)
    await submit()
    expect(net.calls).toEqual([])
    const whole = { first_name: 'a', last_name: 'b', email: 'c', message: 'd', recaptcha_confirmation: 'e' }
    expect(isMessageComplete(whole)).toBe(true)
    for (const name of Object.keys(whole)) expect(isMessageComplete({ ...whole, [name]: ' ' })).toBe(false)
  })

  it('sends the message, once, and shows the restaurant’s answer in a green box @AL-04 @EN-50 @LH-13 @ER-14', async () => {
    const net = new ContactNet()
    await open(net)
    await fillAll()
    await submit()
    const box = await until(() => find('[role=status]', /Thank you/))
    expect(box.textContent).toBe('Thank you. We will write back within a day.')
    expect(box.className).toMatch(/success/)
    expect(net.calls).toEqual([
      {
        path: '/location/tavola-nyc/contact',
        key: 'key-1',
        body: {
          first_name: 'Ada',
          last_name: 'Guest',
          email: 'ada@example.com',
          message: 'A table for nine?',
          recaptcha_confirmation: 'proof',
        },
      },
    ])
    expect(document.activeElement!.contains(box)).toBe(true)
    await press(find('button', 'Write another message'))
    expect([field('First name').value, find<HTMLTextAreaElement>('textarea').value, send().disabled]).toEqual(
      ['Ada', '', true],
    )
  })

  it('keeps typed text over a reload, for a new human check, until it has arrived (P12)', async () => {
    await open(new ContactNet())
    await fillAll()
    await leave()
    await open(new ContactNet())
    const values = () => ['First name', 'Last name', 'Email', 'Message'].map((label) => field(label).value)
    expect(values()).toEqual(['Ada', 'Guest', 'ada@example.com', 'A table for nine?'])
    expect([send().disabled, JSON.stringify({ ...sessionStorage })]).toEqual([
      true,
      expect.not.stringContaining('proof'),
    ])
    await press(find('input', 'human'))
    await submit()
    await until(() => find('[role=status]', /Thank you/))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ada')
    await press(find('button', 'Write another message'))
    await write('And a high chair, please.')
    await leave()
    await open(new ContactNet())
    expect(values()).toEqual(['Ada', 'Guest', 'ada@example.com', 'And a high chair, please.'])
  })

  it('keeps typed text when there is no answer, and sends it again under the same key (N3)', async () => {
    const net = new ContactNet()
    net.answers = ['offline']
    await open(net)
    await fillAll()
    await submit()
    await until(() =>
      expect(find('[role=alert]').textContent).toBe(
        'We couldn’t tell whether your message has arrived. It is fine to send it again.',
      ),
    )
    expect([
      field('First name').value,
      field('Email').value,
      find<HTMLTextAreaElement>('textarea').value,
    ]).toEqual(['Ada', 'ada@example.com', 'A table for nine?'])
    await submit()
    await until(() => find('[role=status]', /Thank you/))
    expect(net.calls.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('says what the restaurant says, at the field it speaks of, and for a human again only where that is refused', async () => {
    const net = new ContactNet()
    const message = 'Please enter an email that we can answer'
    const robot = 'Please show us again that you are a person'
    const refusals = [
      { message, field: 'email' },
      { message: robot, field: 'recaptcha_confirmation' },
    ]
    net.answers = refusals.map((error) => ({
      status: 422,
      json: { message: error.message, code: 'bad_request', errors: [error] },
    }))
    await open(net)
    await fillAll()
    await submit()
    // References are for errors at the restaurant, not for a person's typing mistakes.
    await until(() => expect(find('[role=alert]').textContent).toBe(`Error${message}`))
    const email = field('Email')
    expect([
      email.getAttribute('aria-invalid'),
      document.getElementById(email.getAttribute('aria-describedby')!)!.textContent,
    ]).toEqual(['true', message])
    const human = () => find<HTMLInputElement>('input', 'human')
    expect([human().checked, send().disabled]).toEqual([true, false])
    await submit()
    await until(() => expect(find('[role=alert]').textContent).toContain(robot))
    expect([human().checked, send().disabled]).toEqual([false, true])
    await press(human())
    await submit()
    await until(() => find('[role=status]', /Thank you/))
    expect(net.calls.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3'])
  })
})

// @vitest-environment jsdom
import type { Challenge } from 'altcha-lib/types'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HumanCheck } from '#shared/forms/human-check.tsx'
import { createVerification } from '#lib/verification/verification.ts'
import { runSolver } from '#lib/verification/run-solver.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

/** A worker whose answers the test gives. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = []
  asked: unknown
  ended = false
  constructor() {
    super()
    FakeWorker.all.push(this)
  }
  postMessage(message: unknown): void {
    this.asked = message
  }
  terminate(): void {
    this.ended = true
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const challenge = { parameters: { algorithm: 'SHA-256' }, signature: 'signed' } as unknown as Challenge
const answered = vi.fn<(answer: string) => void>()
const lastWorker = () => until(() => FakeWorker.all.at(-1) ?? fail('no worker yet'))
const fail = (why: string): never => {
  throw new Error(why)
}

beforeEach(() => {
  setMedia({})
  FakeWorker.all = []
  answered.mockClear()
  vi.stubGlobal('Worker', FakeWorker)
  return () => vi.unstubAllGlobals()
})

describe('the embedded human check', () => {
  const box = () => find<HTMLInputElement>('input[type=checkbox]', 'I’m not a robot')
  const settings = { provider: 'embedded' } as const

  it('asks for nothing until it is ticked, then works and says so @LO-07', async () => {
    const loadChallenge = vi.fn<() => Promise<unknown>>(async () => challenge)
    await show(<HumanCheck settings={settings} loadChallenge={loadChallenge} onAnswer={answered} />)
    expect(loadChallenge).not.toHaveBeenCalled()
    expect(FakeWorker.all).toHaveLength(0)
    await press(box())
    expect(find('[role=status]').textContent).toBe('Checking. This takes a few seconds.')
    const worker = await lastWorker()
    expect(worker.asked).toEqual(challenge)
    // A second tap starts nothing.
    await press(box())
    expect(loadChallenge).toHaveBeenCalledOnce()
    expect([box().checked, box().getAttribute('aria-busy')]).toEqual([true, 'true'])
    worker.say({ answer: 'the answer' })
    await until(() => expect(find('[role=status]').textContent).toBe('Checked.'))
    expect([box().checked, box().getAttribute('aria-busy')]).toEqual([true, 'false'])
    expect(answered).toHaveBeenCalledExactlyOnceWith('the answer')
    expect(worker.ended).toBe(true)
    await press(box())
    expect(box().checked).toBe(true)
  })

  it.for(['no challenge', 'no solution', 'no worker'])('can be tried again after %s', async (what) => {
    let working = false
    const loadChallenge = async (): Promise<unknown> =>
      working || what !== 'no challenge' ? challenge : fail('offline')
    await show(<HumanCheck settings={settings} loadChallenge={loadChallenge} onAnswer={answered} />)
    await press(box())
    if (what === 'no solution') (await lastWorker()).say({ problem: 'no solution within 60000 ms' })
    if (what === 'no worker') (await lastWorker()).dispatchEvent(new Event('error', { cancelable: true }))
    const again = await until(() => find('button', 'Try again'))
    expect(find('[role=status]').textContent).toMatch(/could not be done/)
    expect([box().checked, answered.mock.calls.length]).toEqual([false, 0])
    working = true
    FakeWorker.all = []
    await press(again)
    expect(document.activeElement).toBe(box())
    ;(await lastWorker()).say({ answer: 'late' })
    await until(() => expect(answered).toHaveBeenCalledExactlyOnceWith('late'))
  })

  it('shows what the server has against it, at the box', async () => {
    await show(
      <HumanCheck
        settings={settings}
        loadChallenge={async () => challenge}
        onAnswer={answered}
        problem="Please check again"
      />,
    )
    expect(document.getElementById(box().getAttribute('aria-describedby')!)?.textContent).toBe(
      'Please check again',
    )
  })

  it('stops its work when its signal ends it', async () => {
    const signal = new AbortController()
    const work = runSolver(challenge, signal.signal)
    signal.abort()
    await expect(work).rejects.toThrow('given up')
    expect(FakeWorker.all[0]?.ended).toBe(true)
  })
})

describe('reCAPTCHA', () => {
  type Options = {
    sitekey: string
    callback(answer: string): void
    'expired-callback'(): void
    'error-callback'(): void
  }
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script')]

  it('is loaded only where it is configured, and gives and resets its answer @AO-04', async () => {
    const embedded = createVerification(
      { provider: 'recaptcha', siteKey: '' },
      { loadChallenge: async () => challenge },
    )
    expect(embedded.provider).toBe('embedded')
    expect(scripts()).toHaveLength(0)

    await show(
      <HumanCheck
        settings={{ provider: 'recaptcha', siteKey: 'site' }}
        loadChallenge={async () => challenge}
        onAnswer={answered}
      />,
    )
    expect(scripts().map(({ src }) => src)).toEqual([
      'https://www.google.com/recaptcha/api.js?render=explicit',
    ])
    const render = vi.fn<(place: HTMLElement, options: Options) => number>(() => 0)
    vi.stubGlobal('grecaptcha', { ready: (run: () => void) => run(), render })
    scripts()[0]!.onload!(new Event('load'))
    await until(() => expect(render).toHaveBeenCalledOnce())
    const options = render.mock.calls[0]![1]
    expect(options.sitekey).toBe('site')
    options.callback('from google')
    options['expired-callback']()
    expect(answered.mock.calls).toEqual([['from google'], ['']])
    expect(FakeWorker.all).toHaveLength(0)
    scripts()[0]!.remove()
  })
})

// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { User } from '#contract/schemas/user.ts'
import { InstallStrip } from '#features/layout/components/install-strip.tsx'
import { installPrompt, keepInstallPrompt } from '#lib/pwa/install-prompt.ts'
import { user } from '../support/account.ts'
import { find, press, say, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

keepInstallPrompt()
installPrompt.open()

/** The browser offers to install; its prompt then has this outcome. */
async function offerToAsk(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn<() => Promise<void>>(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  })
  await say(globalThis as unknown as Element, event)
  return { prompt, event }
}

const receipt = (options: { user?: User } = {}) =>
  show(
    sitePage(
      { '/ordersubmit': () => <InstallStrip path="/ordersubmit" /> },
      { at: '/ordersubmit', ...options },
    ).page,
  )

const offered = (): boolean => document.querySelector('[aria-label="Home screen"]') !== null

describe('the offer on a receipt', () => {
  beforeEach(() => {
    localStorage.clear()
    setMedia({})
  })

  it('waits for the browser, keeps its own offer back, and lets it ask on a tap', async () => {
    await receipt()
    expect(offered()).toBe(false)
    const { prompt, event } = await offerToAsk('accepted')
    expect(event.defaultPrevented).toBe(true)
    await press(await until(() => find('button', 'Add')))
    expect(prompt).toHaveBeenCalledOnce()
    await until(() => expect(offered()).toBe(false))
  })

  it('is gone after “Not now”, and does not come back', async () => {
    await offerToAsk('dismissed')
    await receipt()
    await press(await until(() => find('button', 'Not now')))
    expect(offered()).toBe(false)
    await offerToAsk('dismissed')
    await receipt()
    expect(offered()).toBe(false)
  })

  it('is told in steps in Safari on an iPhone, in a dialog that Escape leaves', async () => {
    await say(globalThis as unknown as Element, new Event('appinstalled'))
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari)
    onTestFinished(() => agent.mockRestore())
    await receipt({ user: user() })
    await press(await until(() => find('button', 'Show how')))
    expect(find('dialog', 'Add to your home screen').textContent).toMatch(
      /Share.*••• and then Share.*Add to Home Screen.*Add.*Sign in there once: your phone keeps it apart from Safari\./s,
    )
    await say(find('dialog'), new Event('cancel', { cancelable: true }))
    await until(() => expect(offered()).toBe(false))
  })
})

import { describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { findInstallWay, type InstallFacts, isIosSafari } from '#lib/pwa/install.ts'
import { createInstallMemory } from '#lib/pwa/install-memory.ts'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'

const facts: InstallFacts = {
  path: '/ordersubmit',
  installed: false,
  canPrompt: true,
  iosSafari: false,
  member: false,
  visits: 1,
  declinedAt: undefined,
  now: 1_800_000_000_000,
}

describe('the offer to keep the portal on the home screen', () => {
  it.each<[string, Partial<InstallFacts>]>([
    ['on the receipt of an order', {}],
    ['on a third visit, at rest', { path: '/menus', visits: 3 }],
    ['sixty days after “Not now”', { declinedAt: facts.now - 60 * dayMs }],
  ])('stands %s', (_, given) => {
    expect(findInstallWay({ ...facts, ...given })).toBe('prompt')
  })

  it.each<[string, Partial<InstallFacts>]>([
    ['when it is installed', { installed: true }],
    ['on a first and a second visit', { path: '/menus', visits: 2 }],
    ['in the middle of an order', { path: '/order/dinner/category/pizza', visits: 9 }],
    ['at the checkout', { path: '/ordercheckout', visits: 9 }],
    ['within sixty days of “Not now”', { declinedAt: facts.now - 60 * dayMs + 1 }],
    ['in a browser that neither prompts nor has steps to explain', { canPrompt: false }],
  ])('does not stand %s', (_, given) => {
    expect(findInstallWay({ ...facts, ...given })).toBeUndefined()
  })

  it('is explained in steps on iOS, where the person has to do it', () => {
    const onPhone = { ...facts, canPrompt: false, iosSafari: true }
    expect(findInstallWay({ ...onPhone, member: true })).toBe('steps')
    expect(findInstallWay({ ...onPhone, path: '/menus', visits: 3 })).toBe('steps')
  })

  it('is not told in steps to a guest who has just ordered: the app would not know of their order', () => {
    expect(findInstallWay({ ...facts, canPrompt: false, iosSafari: true })).toBeUndefined()
  })

  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
  it.each([
    [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, 5, true],
    [mac, 5, true],
    [mac, 0, false],
    [`${iphone} CriOS/126.0 Mobile/15E148 Safari/604.1`, 5, false],
    [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/400.0]`, 5, false],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      5,
      false,
    ],
  ])('knows Safari on an iPhone or iPad from %s with %i fingers: %s', (agent, fingers, expected) => {
    expect(isIosSafari(agent, fingers)).toBe(expected)
  })
})

describe('what a browser remembers of the offer', () => {
  const store = () => {
    const held = new Map<string, string>()
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
    }
  }

  it('counts a tab once, and remembers “Not now”', () => {
    const local = store()
    const [tab, other] = [store(), store()]
    const memory = createInstallMemory(() => ({ local, session: tab }))
    expect([memory.countVisit(), memory.countVisit()]).toEqual([1, 1])
    expect(createInstallMemory(() => ({ local, session: other })).countVisit()).toBe(2)
    expect(memory.declinedAt()).toBeUndefined()
    memory.decline(5)
    expect(memory.declinedAt()).toBe(5)
  })

  it('is nothing where storage is refused', () => {
    const memory = createInstallMemory(() => {
      throw new DOMException('no', 'SecurityError')
    })
    expect(memory.countVisit()).toBe(0)
    expect(() => memory.decline(5)).not.toThrow()
    expect(memory.declinedAt()).toBeUndefined()
  })
})

describe('a page on which something is being paid', () => {
  it.each([
    '/ordercheckout',
    '/ordercheckout/',
    '/checkout',
    '/cards',
    '/sendcard',
    '/mycards/send/gift/12',
    '/mycards/gift/12',
  ])('is %s', (path) => {
    expect(isPayingPath(path)).toBe(true)
  })
  it.each(['/', '/menus', '/ordercart', '/mycards', '/mycards/counter', '/checkcardbalance', '/ordersubmit'])(
    'is not %s',
    (path) => {
      expect(isPayingPath(path)).toBe(false)
    },
  )
})

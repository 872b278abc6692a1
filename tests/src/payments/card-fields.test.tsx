// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CardFields } from '#lib/payments/card-fields.tsx'
import { useCardFields } from '#lib/payments/use-card-fields.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { find, leavePage, press, show } from '../support/screen.tsx'
import { stripeWithout } from '../support/stripe.ts'

const settings = { provider: 'sandbox', publishableKey: 'pk' } as const

/** The current fields' listeners, one set for each field. */
let fields: { ready: () => void; complete: () => void; mounts: number; placeholders: unknown[] }[]

const stripe = stripeWithout(() => {
  const listeners = new Map<string, ((state: never) => void)[]>()
  const tell = (event: string, state: object): void =>
    listeners.get(event)?.forEach((listener) => listener(state as never))
  const field = {
    ready: () => tell('ready', {}),
    complete: () => tell('change', { complete: true, empty: false }),
    mounts: 0,
    placeholders: [] as unknown[],
  }
  fields.push(field)
  return {
    mount: () => void (field.mounts += 1),
    update: ({ style }) => void field.placeholders.push(style.base?.['::placeholder']?.color),
    on: (event: string, listener: (state: never) => void) =>
      void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  }
})

/** The providers that the page created, one for each request of the script. */
let providers: Set<unknown>

function Form() {
  const form = useCardFields(settings, true)
  if (form.provider) providers.add(form.provider)
  return (
    <>
      <CardFields card={form} offline={false} />
      <button type="button" disabled={!form.ready}>
        Pay
      </button>
    </>
  )
}

const pass = async (ms: number): Promise<void> =>
  await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const unavailable = (): boolean => document.body.textContent.includes('Card payments are unavailable')

/** The card's fields, whose frames load over the same network as everything else. */
describe('the fields of a card', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    fields = []
    providers = new Set()
    noteReachability('reachable')
    Object.assign(globalThis, { LarderSandboxPayments: () => stripe })
  })
  afterEach(() => {
    vi.useRealTimers()
    noteReachability('reachable')
    Reflect.deleteProperty(globalThis, 'LarderSandboxPayments')
  })

  it('that do not load within 10 s say so, and a tap loads them again (N9)', async () => {
    await show(<Form />)
    await pass(0)
    expect(fields).toHaveLength(3)
    // Two of three fields have loaded, which is not enough to pay.
    await act(async () => fields.slice(0, 2).forEach(({ ready }) => ready()))
    await pass(9999)
    expect(unavailable()).toBe(false)
    await pass(1)
    expect(unavailable()).toBe(true)
    await press(find('button', 'Try again'))
    await pass(0)
    expect([fields.length, unavailable()]).toEqual([6, false])
    // A wallet's open sheet belongs to the same provider.
    expect(providers.size).toBe(1)
    await act(async () => fields.slice(3).forEach(({ ready, complete }) => (ready(), complete())))
    await pass(60_000)
    expect([unavailable(), find<HTMLButtonElement>('button', 'Pay').disabled]).toEqual([false, false])
  })

  it('are loaded again by themselves when the signal is back (N9)', async () => {
    await show(<Form />)
    await pass(10_000)
    expect(unavailable()).toBe(true)
    await act(async () => noteReachability('unreachable'))
    await act(async () => noteReachability('reachable'))
    await pass(0)
    expect([fields.length, unavailable()]).toEqual([6, false])
  })

  it('keep what is typed when one of them is late, and only that one is loaded again (N9)', async () => {
    await show(<Form />)
    await pass(0)
    await act(async () => fields.slice(0, 2).forEach(({ ready }) => ready()))
    await act(async () => fields[0]!.complete())
    await pass(10_000)
    expect([fields.map(({ mounts }) => mounts), unavailable()]).toEqual([[1, 1, 2], false])
    expect(document.body.textContent).toContain('Still loading…')
    await pass(10_000)
    expect(fields.map(({ mounts }) => mounts)).toEqual([1, 1, 3])
    await act(async () => (fields[2]!.ready(), fields.slice(1).forEach(({ complete }) => complete())))
    await pass(60_000)
    expect(fields.map(({ mounts }) => mounts)).toEqual([1, 1, 3])
    expect(document.body.textContent).not.toContain('Still loading…')
    expect(find<HTMLButtonElement>('button', 'Pay').disabled).toBe(false)
  })

  it('turn dark and light with the page that they stand on, and keep what is typed', async () => {
    const listeners = new Set<() => void>()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: false,
      addEventListener: (_: string, listener: () => void) =>
        query === '(prefers-color-scheme: dark)' && listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }))
    onTestFinished(() => void vi.unstubAllGlobals())
    await show(<Form />)
    await pass(0)
    document.documentElement.style.setProperty('--h-muted', '#c9bda9')
    onTestFinished(() => void document.documentElement.removeAttribute('style'))
    await act(async () => listeners.forEach((listener) => listener()))
    expect(fields.map(({ placeholders, mounts }) => [placeholders, mounts])).toEqual([
      [['#c9bda9'], 1],
      [['#c9bda9'], 1],
      [['#c9bda9'], 1],
    ])
    await leavePage()
    expect(listeners.size).toBe(0)
  })

  it('that have come stay when the signal comes and goes: what was typed is in them', async () => {
    await show(<Form />)
    await pass(0)
    await act(async () => fields.forEach(({ ready }) => ready()))
    await pass(10_000)
    await act(async () => noteReachability('unreachable'))
    await act(async () => noteReachability('reachable'))
    await pass(10_000)
    expect([fields.length, unavailable()]).toEqual([3, false])
  })
})

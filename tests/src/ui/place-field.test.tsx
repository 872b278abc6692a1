// @vitest-environment jsdom
import { act, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, serverPlaces } from '#lib/places/places.ts'
import { AddressFields, recipientAddress } from '#shared/forms/address-fields.tsx'
import { type FoundPlace, PlaceField, type PlaceSource } from '#shared/forms/place-field.tsx'
import { useScrollAfter } from '#lib/ui/use-scroll-after.ts'
import { fill, find, key, press, setMedia, show } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const wait = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

const mainStreet: FoundPlace = { address: '1 Main Street', city: 'New York', state: 'NY', zip: '10011' }

function Address({ places, onFound }: { places: PlaceSource; onFound: (place: FoundPlace) => void }) {
  const [value, setValue] = useState('')
  const found = (place: FoundPlace): void => {
    setValue(place.address)
    onFound(place)
  }
  return (
    <PlaceField
      aria-label="Street address"
      places={places}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onFound={found}
    />
  )
}

const two = [
  { id: 'p1', description: '1 Main Street, New York, NY' },
  { id: 'p2', description: '1 Main Road, Albany, NY' },
]

async function open(changes: Partial<PlaceSource> = {}) {
  const search = vi.fn<PlaceSource['search']>(async () => two)
  const found = vi.fn<(place: FoundPlace) => void>()
  const places: PlaceSource = { search, find: async () => mainStreet, ...changes }
  await show(<Address places={places} onFound={found} />)
  return { search, found, input: find<HTMLInputElement>('input', 'Street address') }
}
const options = () =>
  [...document.querySelectorAll('[role=listbox]:not([hidden]) [role=option]')].map((one) => one.textContent)

describe('an address that is found while it is typed', () => {
  it('is searched for after 600 ms without typing, and not before @BC-08 @AO-04 @GC-28 @VA-13', async () => {
    const { search, input } = await open()
    await fill(input, '1 Ma')
    await wait(400)
    await fill(input, '1 Main')
    await wait(599)
    expect(search).not.toHaveBeenCalled()
    await wait(1)
    expect(search.mock.calls).toEqual([['1 Main']])
    expect(options()).toEqual(two.map((one) => one.description))
    expect(find('[role=status]').textContent).toBe('2 addresses found.')
    // Suggestions are only on the screen: views stored on a shared device leave them out.
    expect(find('[role=listbox]').closest('[data-once]')).not.toBeNull()
  })

  it('is chosen with the arrow keys and Enter, which fills every field', async () => {
    const { found, input } = await open()
    await fill(input, '1 Main')
    await wait(600)
    expect([input.getAttribute('role'), input.getAttribute('aria-expanded')]).toEqual(['combobox', 'true'])
    await key(input, 'ArrowDown')
    await key(input, 'ArrowDown')
    expect(document.getElementById(input.getAttribute('aria-activedescendant')!)?.textContent).toBe(
      '1 Main Road, Albany, NY',
    )
    await key(input, 'ArrowDown')
    await key(input, 'Enter')
    await wait(0)
    expect([found.mock.calls, options(), input.value]).toEqual([[[mainStreet]], [], '1 Main Street'])
    await wait(5000)
    expect(options()).toEqual([])
  })

  it('is chosen with a press, and let be with Escape', async () => {
    const { found, input } = await open()
    await fill(input, '1 Main')
    await wait(600)
    await key(input, 'Escape')
    expect([options(), input.value]).toEqual([[], '1 Main'])
    await fill(input, '1 Main S')
    await wait(600)
    await press(find('[role=option]', '1 Main Street, New York, NY'))
    await wait(0)
    expect(found).toHaveBeenCalledTimes(1)
  })

  it('stands as it was typed where nothing answers, and where it cannot be looked up', async () => {
    const down = async (): Promise<never> => await Promise.reject(new Error('no signal'))
    const { input } = await open({ search: down })
    await fill(input, '1 Main')
    await wait(600)
    expect([options(), input.value]).toEqual([[], '1 Main'])
  })

  it('an answer to older letters is not shown under newer ones', async () => {
    const answers: ((list: typeof two) => void)[] = []
    const { input } = await open({ search: () => new Promise((resolve) => answers.push(resolve)) })
    await fill(input, '1 Main')
    await wait(600)
    await fill(input, '1 Main Str')
    await act(async () => answers[0]!(two))
    expect(options()).toEqual([])
  })
})

/** A whole address with suggestions of places. */
function WholeAddress({ places }: { places: PlaceSource }) {
  const [typed, setTyped] = useState<Record<string, string>>({ recipient_city: 'Old town' })
  return (
    <AddressFields
      names={recipientAddress}
      text={(field) => ({
        name: field,
        value: typed[field] ?? '',
        onChange: ({ target }) => setTyped((before) => ({ ...before, [field]: target.value })),
      })}
      shown={() => undefined}
      finding={{ places, fill: (changes) => setTyped((before) => ({ ...before, ...changes })) }}
    />
  )
}

it('what was typed since a place was chosen stands, and the place fills the rest', async () => {
  let answer: (place: FoundPlace) => void = () => undefined
  const places: PlaceSource = {
    search: async () => two,
    find: () => new Promise((resolve) => (answer = resolve)),
  }
  await show(<WholeAddress places={places} />)
  const input = (part: string): HTMLInputElement => find(`[name=recipient_${part}]`)
  await fill(input('address'), '1 Main')
  await wait(600)
  await press(find('[role=option]', '1 Main Street, New York, NY'))
  await fill(input('zip'), '10012')
  await act(async () => answer(mainStreet))
  expect(['address', 'city', 'state', 'zip'].map((part) => input(part).value)).toEqual([
    '1 Main Street',
    'New York',
    'NY',
    '10012',
  ])
})

describe('the fields of an address', () => {
  const place = {
    street_number: '1',
    route: 'Main Street',
    city: 'New York',
    state: 'NY',
    zip: '10011',
    terms: ['1 Main Street', 'New York', 'NY'],
  }
  it.each([
    ['street number and route', place, '1 Main Street'],
    ['only a route', { ...place, street_number: '' }, 'Main Street'],
    [
      'the first terms of a place that is no street',
      { ...place, street_number: '', route: '', terms: ['The Pier', 'West Side', 'New York', 'NY'] },
      'The Pier, West Side',
    ],
    [
      'the first term when there is no city',
      { ...place, street_number: '', route: '', terms: ['The Pier', 'NY'] },
      'The Pier',
    ],
  ])('are made of %s', (_of, given, address) => {
    expect(addressOf(given)).toEqual({ address, city: 'New York', state: 'NY', zip: '10011' })
  })

  it('come from the restaurant’s own server', async () => {
    const places = serverPlaces({ search: async () => ({ places: two }), find: async () => ({ place }) })
    expect([await places.search(' 1 Main '), await places.find('p1')]).toEqual([two, mainStreet])
  })
})

describe('the scroll after a step', () => {
  function Step({ name }: { name: string }) {
    useScrollAfter(name)
    return <input aria-label="Field" />
  }
  const scrolled: number[] = []
  beforeEach(() => {
    scrolled.length = 0
    Object.assign(window, { scrollY: 120 })
    window.scrollTo = ((_x: number, y: number) => {
      scrolled.push(y)
      Object.assign(window, { scrollY: y })
    }) as typeof window.scrollTo
  })

  it('waits 1000 ms, then goes 50 px every 16 ms, and leaves the focus where it is @BC-10 @MO-14', async () => {
    const { again } = await show(<Step name="tip" />)
    find('input', 'Field').focus()
    await again(<Step name="payment" />)
    await wait(999)
    expect(scrolled).toEqual([])
    await wait(1 + 16)
    expect(scrolled).toEqual([70])
    await wait(16 * 4)
    expect([scrolled, document.activeElement?.getAttribute('aria-label')]).toEqual([[70, 20, 0], 'Field'])
  })

  it('jumps with reduced motion, and does nothing when the guest has scrolled meanwhile @BC-10', async () => {
    setMedia({ 'reduced-motion': true })
    const { again } = await show(<Step name="tip" />)
    await again(<Step name="payment" />)
    await wait(1000)
    expect(scrolled).toEqual([0])
    Object.assign(window, { scrollY: 300 })
    await again(<Step name="tip" />)
    Object.assign(window, { scrollY: 500 })
    await wait(2000)
    expect(scrolled).toEqual([0])
  })

  it('stops for a finger that is put down, whether it has begun or not @BC-10', async () => {
    const { again } = await show(<Step name="tip" />)
    await again(<Step name="payment" />)
    await wait(1000 + 16)
    expect(scrolled).toEqual([70])
    find('input', 'Field').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await wait(1000)
    await again(<Step name="tip" />)
    await wait(500)
    find('input', 'Field').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await wait(2000)
    expect(scrolled).toEqual([70])
  })
})

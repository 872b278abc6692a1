import { describe, expect, it } from 'vitest'
import { AppError, asAppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import { explain, kitchenClosedText, paymentTimeoutText } from '#lib/errors/explain.ts'
import { findSeo } from '#lib/seo/find-seo.ts'
import { dayText } from '#lib/time/day-text.ts'
import { ageText } from '#lib/time/age.ts'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import orders from '#contract/languages/es/orders.json' with { type: 'json' }
import { findOpenText } from '#lib/time/open-text.ts'
import { decide } from '#lib/sync/decide.ts'
import { location, locationCopy } from '../support/merchant-data.ts'

describe('words for a failed call', () => {
  const problem = (errors: { message: string }[]) => ({
    problem: { errors, message: 'whole', code: 'bad_request' },
  })

  it('the server’s own, a line each; the one message when there is no list; whatever the code @ER-07 @ER-19 @ER-13', () => {
    expect(explain(new AppError('refused', 'x', problem([{ message: 'one' }, { message: 'two' }])))).toEqual([
      'one',
      'two',
    ])
    expect(explain(new AppError('refused', 'x', problem([])))).toEqual(['whole'])
    const unheardOf = {
      problem: {
        errors: [{ message: 'Said in the server’s own words.' }],
        message: '',
        code: 'never_heard_of',
      },
    }
    expect(explain(new AppError('refused', 'x', unheardOf))).toEqual(['Said in the server’s own words.'])
    expect(explain(new AppError('busy', 'x', problem([{ message: 'one' }])))).toEqual(['one'])
  })

  it('for a page that is too old for the restaurant lead to a newer one, whatever the server says (V8)', () => {
    const old = new AppError('busy', 'x', { status: 426, ...problem([{ message: 'Upgrade Required' }]) })
    expect(explain(old)).toEqual(['This page is too old for the restaurant. Please reload.'])
  })

  it.each([
    ['offline', 'You’re offline. Try again when you have a signal.'],
    ['timeout', 'That took too long. Please try again.'],
    ['garbled', 'You may need to sign in to this Wi-Fi.'],
    ['busy', 'The restaurant is busy right now. Please try again in a moment.'],
    ['failed', 'Something went wrong on our side. Please try again.'],
    ['unauthorized', 'Something went wrong on our side. Please try again.'],
    ['refused', 'Something went wrong on our side. Please try again.'],
  ] as const)('%s without any: what to do about it', (kind, text) => {
    expect(explain(new AppError(kind, 'internal words'))).toEqual([text])
  })

  it('the specification’s own texts, letter by letter @ER-10 @ER-11 @MO-16 @ST-16', () => {
    expect(paymentTimeoutText).toBe(
      'The server has timeout. Please try again. If the problem persists please call the restaurant. Thank you.',
    )
    expect(kitchenClosedText).toBe(
      'The kitchen is currently closed and not accepting new orders at this time.',
    )
    // The keys of a catalogue are the texts as the code writes them.
    expect(Object.keys(orders)).toContain("I'M HERE")
  })

  it.each([
    ['offline', true],
    ['timeout', true],
    ['garbled', true],
    ['failed', true],
    ['busy', false],
    ['refused', false],
    ['unauthorized', false],
  ] as const)('%s: the outcome is unknown: %s', (kind, unknown) => {
    expect(isUnknownOutcome(new AppError(kind, ''))).toBe(unknown)
    expect(isUnknownOutcome(new Error(kind))).toBe(false)
  })

  it('an error that is not ours keeps its cause and shows none of it', () => {
    const cause = new TypeError('secret inner words')
    expect(asAppError(cause)).toMatchObject({ kind: 'failed', cause })
    expect(explain(asAppError(cause))[0]).not.toContain('secret')
    const own = new AppError('busy', '')
    expect(asAppError(own)).toBe(own)
  })
})

describe('what becomes of a change that was not acknowledged', () => {
  it('gaps grow, are spread by half, and end at five minutes', () => {
    const gap = (attempts: number, random: number) => {
      const decision = decide(new AppError('offline', ''), attempts, random)
      return decision.do === 'wait' ? decision.afterMs : undefined
    }
    expect([0, 1, 2, 8, 9, 50].map((attempts) => gap(attempts, 0))).toEqual([
      500, 1000, 2000, 128_000, 150_000, 150_000,
    ])
    expect([gap(0, 0.999), gap(50, 0.999)]).toEqual([1000, 299_850])
  })

  it('never sooner than the server asked', () => {
    expect(decide(new AppError('busy', '', { retryAfterMs: 20_000 }), 0, 0.5)).toEqual({
      do: 'wait',
      afterMs: 20_000,
    })
    expect(decide(new AppError('busy', '', { retryAfterMs: 1 }), 5, 0)).toEqual({
      do: 'wait',
      afterMs: 16_000,
    })
  })
})

describe('an age', () => {
  const [minute, hour] = [60_000, 3_600_000]
  it.each([
    [-5000, 'just now'],
    [0, 'just now'],
    [minute - 1, 'just now'],
    [minute, '1 min ago'],
    [hour - 1, '59 min ago'],
    [hour, '1 h ago'],
    [24 * hour - 1, '23 h ago'],
    [24 * hour, '1 day ago'],
    [48 * hour - 1, '1 day ago'],
    [48 * hour, '2 days ago'],
    [400 * 24 * hour, '400 days ago'],
  ])('of %s ms is "%s"', (ms, text) => {
    expect(ageText(ms)).toBe(text)
  })
})

describe('whether a restaurant is open', () => {
  it.each([
    ['2026-11-20T23:00:00Z', { open: true, text: 'Open until 10:00pm' }],
    ['2026-11-21T03:00:00Z', { open: false, text: 'Closed, opens Saturday 11:00am' }],
    ['2026-11-21T15:59:00Z', { open: false, text: 'Closed, opens 11:00am' }],
    ['2026-11-21T16:00:00Z', { open: true, text: 'Open until 2:00am' }],
    ['2026-11-22T06:59:00Z', { open: true, text: 'Open until 2:00am' }],
    ['2026-11-22T07:00:00Z', { open: false, text: 'Closed, opens 11:00am' }],
    ['2026-11-23T18:00:00Z', { open: false, text: 'Closed, opens Tuesday 11:00am' }],
  ])('%s', (at, expected) => {
    expect(findOpenText(location(), Date.parse(at))).toEqual(expected)
  })

  it('is said in the page’s language, day and all', () => {
    setTranslation(es)
    try {
      expect(findOpenText(location(), Date.parse('2026-11-23T18:00:00Z'))?.text).toBe(
        'Cerrado · abre martes 11:00am',
      )
    } finally {
      setTranslation(undefined)
    }
  })

  it('is said plainly of a place that never closes', () => {
    const day: [string, string][] = [['00:00', '24:00']]
    const hours = {
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: day,
      sunday: day,
    }
    expect(findOpenText(location({ hours }), 0)).toEqual({ open: true, text: 'Open' })
  })

  it('is not said where it tells no hours, where the time is not known, and plainly where it never opens', () => {
    expect(findOpenText(location({ hours: undefined }), 0)).toBeUndefined()
    expect(findOpenText(location(), undefined)).toBeUndefined()
    const never = {
      monday: [],
      tuesday: [],
      wednesday: [],
      thursday: [],
      friday: [],
      saturday: [],
      sunday: [],
    }
    expect(findOpenText(location({ hours: never }), 0)).toEqual({ open: false, text: 'Closed' })
  })
})

describe('title and description of a path @LH-16', () => {
  const seo = (value: unknown) => locationCopy([{ name: 'seo', value }])
  const listed = [
    { path: '/home', title: 'Tavola', description: 'Dough and fire' },
    { path: '/order', title: 'Order', description: '' },
  ]
  it.each([
    ['/order', { title: 'Order', description: '' }],
    ['/home', { title: 'Tavola', description: 'Dough and fire' }],
    ['/', { title: 'Tavola', description: 'Dough and fire' }],
    ['/menus', { title: 'Menus | Tavola', description: 'Dough and fire' }],
    ['/order/dinner', { title: 'Order', description: '' }],
  ])('%s', (path, expected) => {
    expect(findSeo(seo(listed), path)).toEqual(expected)
  })

  it('a menu, a category and a dish come before it', () => {
    const title = (names: Parameters<typeof findSeo>[2]) => findSeo(seo(listed), '/order/dinner', names).title
    expect(title({ menu: 'Dinner' })).toBe('Dinner | Order')
    expect(title({ menu: 'Dinner', category: 'Pizza' })).toBe('Pizza, Dinner | Order')
    expect(title({ menu: 'Dinner', category: 'Pizza', item: 'Margherita' })).toBe('Margherita | Order')
  })

  it.each([
    [undefined],
    [null],
    ['x'],
    [{}],
    [[]],
    [[null, 7, 'x']],
    [[{ path: '/home', title: 3, description: [] }]],
  ])('a setting that is %j falls back to the name', (value) => {
    expect(findSeo(seo(value), '/menus')).toEqual({ title: 'Menus | Tavola', description: '' })
  })

  it('no setting at all falls back to the name', () => {
    expect(findSeo(locationCopy(), '/')).toEqual({ title: 'Tavola', description: '' })
  })
})

it('a day is said as people say it', () => {
  const today = '2026-12-31'
  expect(['2026-12-31', '2027-01-01', '2027-01-02'].map((day) => dayText(day, today))).toEqual([
    'Today',
    'Tomorrow',
    'Sat, Jan 2',
  ])
  expect(dayText(today, undefined)).toBe('Thu, Dec 31')
})

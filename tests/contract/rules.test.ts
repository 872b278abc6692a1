import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayOf,
  findTimeOfDay,
  formatTimeOfDay,
  type LocalTime,
  localTime,
  openState,
} from '#contract/local-time.ts'
import { states } from '#contract/reference-data.ts'
import { addressText, emptyContact, isEmail, listContactProblems } from '#contract/rules/contact.ts'
import { findMaxLength } from '#contract/rules/fields.ts'
import { formatPhone, isPhone, phoneHref } from '#contract/rules/phone.ts'
import { isFinished, isReadyToSubmit, listSteps, nextStep, previousStep } from '#contract/rules/ticket.ts'
import { findTip } from '#contract/rules/tip.ts'
import type { OpeningHours, SpecialDay } from '#contract/schemas/opening-hours.ts'

const complete = {
  ...emptyContact,
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_email: 'ada@example.com',
  recipient_phone: '(212) 555-0147',
}

describe('the information step', () => {
  it('asks a curbside guest for names, phone and email, in the form’s order, and a delivery guest for an address, too @VA-13', () => {
    expect(listContactProblems(complete, false)).toEqual({})
    expect(Object.keys(listContactProblems(emptyContact, false))).toEqual([
      'recipient_first_name',
      'recipient_last_name',
      'recipient_phone',
      'recipient_email',
    ])
    expect(Object.keys(listContactProblems(complete, true))).toEqual([
      'recipient_address',
      'recipient_city',
      'recipient_state',
      'recipient_zip',
    ])
  })

  it('knows the 50 states, the District of Columbia and the five territories by name and two letters @EN-55', () => {
    const short = states.map(([letters]) => letters)
    expect([states.length, new Set(short).size]).toEqual([56, 56])
    for (const [letters, name] of states)
      expect([letters, name]).toEqual([expect.stringMatching(/^[A-Z]{2}$/), expect.stringMatching(/^[A-Z]/)])
    expect(short).toEqual(expect.arrayContaining(['NY', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI']))
  })

  it('says what is wrong in the specification’s words @ER-16', () => {
    expect(
      listContactProblems({ ...emptyContact, recipient_phone: '12', recipient_email: 'ada' }, true),
    ).toMatchObject({
      recipient_first_name: 'Please enter a valid info',
      recipient_phone: 'Please enter a valid phone number',
      recipient_email: 'Please enter a valid email address',
      recipient_zip: 'Please enter a valid info',
    })
  })

  it.each([
    'a@b.co',
    'a.b+c@d-e.example',
    'ü@example.de',
    "o'neil_1@xn--bcher-kva.example",
    'a@büche\u0301r.example',
  ])('takes the email %s', (email) => expect(isEmail(email)).toBe(true))
  it.each([
    'ana@example.com,',
    'ana@example.com;',
    'ana@example.com.',
    '<ana@example.com>',
    'Ana <ana@example.com>',
    'mailto:ana@example.com',
    '"ana"@example.com',
    'ana@exam\u200Bple.com',
    'ana\u200B@example.com',
    'ana@example.com\u202E',
    'ana\u0001@example.com',
    'ana@exam_ple.com',
    'ana@example.com/',
    'ana@-example.com',
    'ana.@example.com',
    'a..na@example.com',
    '.ana@example.com',
  ])('refuses the email %j, which no mail server takes @VA-13', (email) =>
    expect(listContactProblems({ ...complete, recipient_email: email }, false)).toEqual({
      recipient_email: 'Please enter a valid email address',
    }),
  )
  it('takes an email with spaces around it', () =>
    expect(listContactProblems({ ...complete, recipient_email: ' ada@example.com\n' }, false)).toEqual({}))
  it.each(['', 'a', 'a@b', 'a@.b', 'a b@c.de', 'a@b@c.de', `${'a'.repeat(250)}@b.co`])(
    'refuses the email %j',
    (email) => expect(isEmail(email)).toBe(false),
  )
  it.each(['first_name', 'last_name', 'address', 'address2', 'city', 'state'] as const)(
    'takes a %s as long as an account has it, which it begins with',
    (field) => expect(findMaxLength(`recipient_${field}`)).toBe(findMaxLength(field)),
  )
  it.each(['12', '21255501470', '(212) 555-014'])('refuses the phone %j @VA-13', (phone) =>
    expect(listContactProblems({ ...complete, recipient_phone: phone }, false)).toEqual({
      recipient_phone: 'Please enter a valid phone number',
    }),
  )
  it.each(['(555) 123-4567', '(123) 456-7890', '(012) 555-0147', '(212) 155-0147'])(
    'accepts the phone %j: any ten digits @VA-13 @BC-14',
    (phone) => expect(listContactProblems({ ...complete, recipient_phone: phone }, false)).toEqual({}),
  )
  it.each(['+52 55 1234 5678', '+65 9123 4567', '+45 12 34 56 78', '52 55 1234 5678'])(
    'refuses %s as a phone number, and says what is expected',
    (phone) => {
      expect(isPhone(phone)).toBe(false)
      expect(listContactProblems({ ...complete, recipient_phone: phone }, false)).toEqual({
        recipient_phone: 'Please enter a US phone number: the area code and seven digits.',
      })
      expect(formatPhone(phone)).toBe(phone)
    },
  )
  it.each([
    ['(212) 555-0147', 'tel:+12125550147'],
    ['+1 212 555 0147', 'tel:+12125550147'],
    ['(212) 555-0147 x5', 'tel:+12125550147'],
    ['212-555-0147 ext. 12', 'tel:+12125550147'],
    ['+52 55 1234 5678', 'tel:+525512345678'],
    ['911', 'tel:911'],
  ])('%s is dialed by %s', (phone, href) => expect(phoneHref(phone)).toBe(href))
  it('formats ten digits and leaves the rest', () => {
    expect(formatPhone('2125550147')).toBe('(212) 555-0147')
    expect(formatPhone('123')).toBe('123')
    expect(formatPhone('+1 212 555 0147')).toBe('(212) 555-0147')
    expect(formatPhone('22125550147')).toBe('22125550147')
  })
})

describe('an address in one line', () => {
  const address = {
    recipient_address: '12 Harbor Lane',
    recipient_address2: 'Floor 2',
    recipient_city: 'Portland',
    recipient_state: 'ME',
    recipient_zip: '04101',
  }
  it.each([
    [address, '12 Harbor Lane, Floor 2, Portland, ME 04101'],
    [{ ...address, recipient_address2: '' }, '12 Harbor Lane, Portland, ME 04101'],
    [{ recipient_city: 'Portland', recipient_zip: '04101', recipient_state: null }, 'Portland, 04101'],
    [{}, ''],
  ])('%j', (given, line) => {
    expect(addressText(given)).toBe(line)
  })
})

describe('the ticket’s life', () => {
  it('is over in every status but two', () => {
    expect(['Open', 'PaymentComplete', 'Submitted', 'Queued', 'Somewhere'].map(isFinished)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('is ready to be placed when nothing is due', () => {
    const at = (status: string, due: string, items = 1) =>
      isReadyToSubmit({ status, totals: { due } as never, items: Array.from({ length: items }) as never })
    expect([
      at('Open', '$5.00'),
      at('Open', '$0.00'),
      at('Open', '$0.00', 0),
      at('PaymentComplete', '$0.00'),
    ]).toEqual([false, true, false, true])
  })

  it('goes through its steps forward and back, skipping those that are not shown @ST-13', () => {
    const few = { orderAhead: false, promoCodes: false }
    expect(listSteps(few)).toEqual(['delivery', 'information', 'tip', 'payment'])
    expect(nextStep('delivery', few)).toBe('information')
    expect(nextStep('time', few)).toBe('information')
    expect(previousStep('tip', few)).toBe('information')
    expect(previousStep('delivery', few)).toBeUndefined()
    expect(nextStep('payment', { orderAhead: true, promoCodes: true })).toBeUndefined()
    expect(nextStep('information', { orderAhead: true, promoCodes: true })).toBe('promo')
  })

  it.each([
    ['', 0],
    ['2.4', 240],
    ['1,5', 150],
    ['$4.50', 450],
    ['1,500', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['0.005', undefined],
  ])('reads the tip %j as %s @VA-16', (text, tip) => expect(findTip(text)).toBe(tip))
})

describe('local time', () => {
  it.each([
    [0, '12:00am'],
    [5, '12:05am'],
    [720, '12:00pm'],
    [1110, '6:30pm'],
    [1439, '11:59pm'],
    [1500, '1:00am'],
  ])('%d minutes read %s', (minutes, text) => {
    expect(formatTimeOfDay(minutes)).toBe(text)
    expect(findTimeOfDay(text)).toBe(minutes % 1440)
  })

  it.each(['', '18:30', '0:30am', '13:00pm', '6:60pm', '06:30pm', '6pm'])('%j is no time of day', (text) =>
    expect(findTimeOfDay(text)).toBeUndefined(),
  )

  it('is the wall clock of the zone, over both changes', () => {
    expect(localTime(Date.parse('2027-03-14T06:59:00Z'), 'America/New_York')).toEqual({
      date: '2027-03-14',
      day: 'sunday',
      minutes: 119,
    })
    expect(localTime(Date.parse('2027-03-14T07:00:00Z'), 'America/New_York').minutes).toBe(180)
    expect(localTime(Date.parse('2026-11-01T05:30:00Z'), 'America/New_York').minutes).toBe(90)
    expect(localTime(Date.parse('2026-11-01T06:30:00Z'), 'America/New_York').minutes).toBe(90)
    expect(() => localTime(0, 'America/Gotham')).toThrow(RangeError)
    expect([dayOf('2026-11-20'), addDays('2026-12-31', 1), addDays('2028-02-28', 1)]).toEqual([
      'friday',
      '2027-01-01',
      '2028-02-29',
    ])
  })

  const closed: OpeningHours = {
    monday: [],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [],
    sunday: [],
  }
  /** A time in the week that begins on Monday, November 16, 2026. */
  const on = (day: keyof OpeningHours, minutes: number): LocalTime => ({
    date: addDays('2026-11-16', Object.keys(closed).indexOf(day)),
    day,
    minutes,
  })
  it('knows when a place is open, past midnight too, and when it opens next', () => {
    const hours: OpeningHours = { ...closed, friday: [['17:00', '26:00']], monday: [['11:00', '14:00']] }
    const at = (day: 'friday' | 'saturday' | 'monday', minutes: number) => openState(hours, on(day, minutes))
    expect(at('friday', 1019)).toEqual({ open: false, opens: { minutes: 1020, day: undefined } })
    expect(at('friday', 1020)).toEqual({ open: true, until: 1560 })
    expect(at('saturday', 119)).toEqual({ open: true, until: 120 })
    expect(at('saturday', 120)).toEqual({ open: false, opens: { minutes: 660, day: 'monday' } })
    expect(openState(closed, on('monday', 0))).toEqual({
      open: false,
      opens: undefined,
    })
  })
  it('reads ranges that touch as one, also over midnight, and finds the first of a day that opens', () => {
    const touching: OpeningHours = { ...closed, friday: [['17:00', '24:00']], saturday: [['0:00', '2:00']] }
    expect(openState(touching, on('friday', 1380))).toEqual({
      open: true,
      until: 1560,
    })
    const always = Object.fromEntries(
      Object.keys(closed).map((day) => [day, [['0:00', '24:00']]]),
    ) as OpeningHours
    expect(openState(always, on('friday', 1380))).toEqual({
      open: true,
      until: undefined,
    })
    const unsorted: OpeningHours = {
      ...closed,
      friday: [
        ['17:00', '22:00'],
        ['9:00', '14:00'],
      ],
    }
    expect(openState(unsorted, on('friday', 480))).toEqual({
      open: false,
      opens: { minutes: 540, day: undefined },
    })
  })

  it('goes by the hours of a holiday in place of its weekday’s, and lets the night before run on', () => {
    const hours: OpeningHours = {
      ...closed,
      thursday: [['17:00', '26:00']],
      friday: [['17:00', '22:00']],
      saturday: [['11:00', '22:00']],
    }
    const friday = '2026-11-20'
    const shut = [{ date: friday, hours: [] }]
    expect(openState(hours, on('friday', 60), shut)).toEqual({ open: true, until: 120 })
    expect(openState(hours, on('friday', 1100), shut)).toEqual({
      open: false,
      opens: { minutes: 660, day: 'saturday' },
    })
    expect(openState(hours, on('friday', 1100), [{ date: addDays(friday, 7), hours: [] }]).open).toBe(true)
    const lunch: SpecialDay[] = [{ date: friday, name: 'Christmas Eve', hours: [['11:00', '15:00']] }]
    expect(openState(hours, on('friday', 700), lunch)).toEqual({ open: true, until: 900 })
    expect(openState(hours, on('thursday', 600), [{ date: '2026-11-19', hours: [] }])).toEqual({
      open: false,
      opens: { minutes: 1020, day: 'friday' },
    })
  })
})

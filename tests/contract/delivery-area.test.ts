import { describe, expect, it } from 'vitest'
import { emptyContact } from '#contract/rules/contact.ts'
import {
  areaOf,
  findAreaProblem,
  listOrderProblems,
  areaWithOwnZip,
  zipDigits,
} from '#contract/rules/delivery-area.ts'

const zips = ['10011', '10001']
const area = areaOf({ zips, delivery: true, curbside: true })
const contact = {
  ...emptyContact,
  recipient_first_name: 'Nora',
  recipient_last_name: 'Quill',
  recipient_email: 'nora@example.test',
  recipient_phone: '2125550177',
  recipient_address: '1 Glacier Road',
  recipient_city: 'Anchorage',
  recipient_state: 'AK',
  recipient_zip: '99501',
}

describe('where a restaurant delivers', () => {
  it.each([
    ['10011', undefined],
    [' 10001 ', undefined],
    ['10011-1234', undefined],
    ['100111234', undefined],
    ['99501', 'We don’t deliver to 99501 yet. You can pick it up instead.'],
    ['99501-0001', 'We don’t deliver to 99501 yet. You can pick it up instead.'],
    ['01001', 'We don’t deliver to 01001 yet. You can pick it up instead.'],
    // Not a complete zip code yet: another check reports it.
    ['1001', undefined],
    ['', undefined],
  ])('says of %j: %s', (zip, problem) => expect(findAreaProblem(zip, area)).toBe(problem))

  it('is everywhere when no zip codes are given', () => {
    expect(findAreaProblem('99501', areaOf({ delivery: true, curbside: true }))).toBeUndefined()
  })

  it.each([
    [{ curbside: true }, true],
    [{ curbside: false, pickup: true }, true],
    [{ curbside: false, pickup: false }, false],
    [{ curbside: false }, false],
  ])('offers pickup instead where it is available: %o', (offers, canPickUp) =>
    expect(areaOf({ zips, delivery: true, ...offers })).toEqual({ zips, canPickUp }),
  )

  it('offers nothing where pickup is not available', () =>
    expect(findAreaProblem('99501', { zips, canPickUp: false })).toBe('We don’t deliver to 99501 yet.'))

  it('counts as inside what an order that stands has, and nothing else, and offers it nothing instead', () => {
    const ownArea = areaWithOwnZip(area, '99501-0001')
    expect([findAreaProblem('99501', ownArea), findAreaProblem('10011', ownArea)]).toEqual([
      undefined,
      undefined,
    ])
    expect(findAreaProblem('99502', ownArea)).toBe('We don’t deliver to 99502 yet.')
    expect(areaWithOwnZip(areaOf({ delivery: true, curbside: false }), '99501').zips).toBeUndefined()
  })
})

describe('whose an order is and where it goes', () => {
  it('reports the zip field outside of the area, and nothing inside or for pickup', () => {
    expect(listOrderProblems(contact, area)).toEqual({
      recipient_zip: 'We don’t deliver to 99501 yet. You can pick it up instead.',
    })
    expect(listOrderProblems({ ...contact, recipient_zip: '10011-1234' }, area)).toEqual({})
    expect(listOrderProblems({ ...contact, recipient_zip: ' 10001 ' }, area)).toEqual({})
    expect(listOrderProblems(contact, undefined)).toEqual({})
  })

  it('asks first for what is missing, in the form’s words @VA-13', () => {
    expect(listOrderProblems({ ...contact, recipient_zip: '995' }, area)).toEqual({
      recipient_zip: 'Please enter a valid info',
    })
    expect(Object.keys(listOrderProblems({ ...contact, recipient_city: ' ' }, area))).toEqual([
      'recipient_city',
      'recipient_zip',
    ])
  })

  it.each([
    [' 10011 ', '10011'],
    ['10011-1234', '10011'],
    ['100111234', '10011'],
    ['10011-12', '10011-12'],
    ['100112', '100112'],
    ['abc', 'abc'],
  ])('reads the zip code %j as %j', (typed, digits) => expect(zipDigits(typed)).toBe(digits))
})

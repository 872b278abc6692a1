import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findReservation, findTarget, isWebAddress } from '#lib/paint/action-link.tsx'
import { isSafeLink } from '#lib/ui/merchant-html-rules.ts'
import { findScript } from '../../../src/launch/script-policy.ts'

const ours = 'https://tavola.example'

describe('a link that a merchant writes', () => {
  it('leads to a path of the portal, or to a host outside @LH-02', () => {
    expect(findTarget({ action: '/order/dinner' })).toEqual({ kind: 'own', path: '/order/dinner' })
    expect(findTarget({ action: 'https://partner.example/a?b=c', action_is_external: true })).toEqual({
      kind: 'external',
      href: 'https://partner.example/a?b=c',
    })
    expect(
      findTarget({ action: '/a', action_is_external: true, protocol: 'http:', hostname: 'partner.example' }),
    ).toEqual({
      kind: 'external',
      href: 'http://partner.example/a',
    })
    expect(
      findTarget({
        action: 'a',
        action_is_external: true,
        protocol: 'https://',
        hostname: 'partner.example',
      }),
    ).toMatchObject({
      href: 'https://partner.example/a',
    })
    expect(findTarget({ action_is_external: true, hostname: 'partner.example' })).toMatchObject({
      href: 'https://partner.example',
    })
  })

  it.each([
    [{ action: 'https://partner.example' }],
    [{ action: '' }],
    [{}],
    [{ action: '//evil.example' }],
    [{ action: 'javascript:alert(1)' }],
    [{ action: 'javascript:alert(1)', action_is_external: true }],
    [{ action: '/x', action_is_external: true, protocol: 'javascript', hostname: 'alert(1)' }],
    [{ action: '/x', action_is_external: true, hostname: 'our-bank@evil.example' }],
    [{ action: '//evil.example', action_is_external: true }],
    [{ action: 'https:\\\\evil.example', action_is_external: true }],
    [{ action: 'data:text/html,x', action_is_external: true }],
    [{ action_is_external: true }],
  ])('%j leads nowhere (X2)', (action) => {
    expect(findTarget(action)).toBeUndefined()
  })

  it('is only ever a path of the portal or a web address, whatever is written into it (X2)', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      'evil.example',
      ':',
      '@',
      '?',
      '#',
      '..',
      '\t',
      '\n',
      ' ',
      'https',
      'javascript',
      'data',
      '"',
      '<',
    )
    const text = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (action, protocol, hostname, action_is_external) => {
        const target = findTarget({ action, protocol, hostname, action_is_external })
        const {
          origin,
          protocol: scheme,
          username,
          password,
        } = new URL(target?.kind === 'external' ? target.href : (target?.path ?? '/'), ours)
        expect([/^https?:$/.test(scheme), username, password]).toEqual([true, '', ''])
        expect(target?.kind === 'external' || origin === ours).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('a web address', () => {
    expect(['https://a.example', 'http://a.example/b'].every(isWebAddress)).toBe(true)
    expect(
      ['https:a.example', '//a.example', 'ftp://a.example', 'https://', 'https://a b.example', ''].some(
        isWebAddress,
      ),
    ).toBe(false)
  })
})

describe('an absolute web address, in Safari before 17', () => {
  it('is known without URL.canParse', () => {
    const canParse = Object.getOwnPropertyDescriptor(URL, 'canParse')!
    onTestFinished(() => void Object.defineProperty(URL, 'canParse', canParse))
    Reflect.deleteProperty(URL, 'canParse')
    for (const is of [isWebAddress, isSafeLink]) {
      expect(is('https://menu.example/today')).toBe(true)
      expect(is('https://[menu')).toBe(false)
    }
    const page = { origin: 'https://bella.example', payments: 'sandbox' } as const
    expect(findScript('/service-worker.js', page)).toBe('https://bella.example/service-worker.js')
    expect(findScript('https://[bella', page)).toBeUndefined()
  })
})

describe('a table at OpenTable @LH-04', () => {
  const other = (opentable_id?: string) => ({ type: 'other', title: 'Hello', data: { opentable_id } })

  it('is the first that an announcement carries', () => {
    expect(findReservation([other(), other('12345')])).toBe(
      'https://www.opentable.com/restref/client/?rid=12345',
    )
  })

  it('is none where there is no such id', () => {
    for (const announcements of [[], [other()], [other('')], [other('1&ref=evil')], [other('../x')]])
      expect(findReservation(announcements)).toBeUndefined()
  })
})

import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findScript, guardScripts, type PolicyPage } from '../../../src/launch/script-policy.ts'

const sandbox: PolicyPage = { origin: 'https://bella.example', payments: 'sandbox' }
const stripe: PolicyPage = { ...sandbox, payments: 'stripe' }

describe('which texts may become the address of a script @X1', () => {
  it.each([
    ['/service-worker.js', sandbox],
    ['https://bella.example/service-worker.js', sandbox],
    ['/assets/solver-Bx84F-6W.js', sandbox],
    ['/assets/zxing_reader-4.js', stripe],
    ['/sandbox/payments/v1.js', sandbox],
  ] as const)('%s of our own may', (address, page) => {
    expect(findScript(address, page)).toBe(new URL(address, page.origin).href)
  })

  it.each([
    'https://js.stripe.com/v3',
    'https://js.stripe.com/dahlia/stripe.js?advancedFraudSignals=false',
    'https://m.js.stripe.com/x.js',
  ])('%s may where Stripe takes the money, and nowhere else', (address) => {
    expect(findScript(address, stripe)).toBe(address)
    expect(findScript(address, sandbox)).toBeUndefined()
  })

  it.each([
    '',
    '/',
    '/menus',
    '/assets/',
    '/assets/a.css',
    '/assets/../secret.js',
    '/assets/a/b.js',
    '/assets/a.js/',
    '/assets/.js',
    '/assets/a%2eb.js',
    '/api/x.js',
    '/pictures/a.js',
    '/service-worker.js?x',
    '/service-worker.js#x',
    '/assets/a.js?callback=ran',
    '/Service-Worker.js',
    '//evil.example/assets/a.js',
    'https://evil.example/service-worker.js',
    'http://bella.example/assets/a.js',
    'https://bella.example:8443/assets/a.js',
    'https:\\\\bella.example\\assets\\a.js',
    '\\assets\\a.js',
    ' /assets/a.js',
    '/assets/a.js\n',
    '/as\tsets/a.js',
    '/assets/\u202ea.js',
    'https://bella.example@evil.example/assets/a.js',
    'https://me@bella.example/assets/a.js',
    'https://js.stripe.com@evil.example/v3',
    'https://js.stripe.com.evil.example/v3',
    'https://evil-js.stripe.com/v3',
    'http://js.stripe.com/v3',
    'https://js.stripe.com:444/v3',
    'javascript:ran()',
    'data:text/javascript,ran()',
    'blob:https://bella.example/1',
    'about:blank',
    'file:///assets/a.js',
    'filesystem:https://x/a.js',
    'https://connect.facebook.net/en_US/sdk.js',
    'https://accounts.google.com/gsi/client',
    'https://www.google.com/recaptcha/api.js',
  ])('but %j may not', (address) => {
    expect(findScript(address, stripe)).toBeUndefined()
  })

  it('is nothing but our own files, whatever the pieces', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '..',
      '.',
      '/assets/',
      'a.js',
      'service-worker.js',
      '?',
      '#',
      '@',
      ':',
      ':443',
      '\t',
      'https:',
      'data:',
      'javascript:',
      'bella.example',
      'evil.example',
      'js.stripe.com',
      '\u202e',
      '&#47;',
      'sandbox/payments/v1.js',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const found = findScript(pieces.join(''), sandbox)
        expect(found ?? `${sandbox.origin}/service-worker.js`).toMatch(
          /^https:\/\/bella\.example\/(service-worker\.js|sandbox\/payments\/v1\.js|assets\/[\w.-]+\.js)$/,
        )
      }),
      { numRuns: 3000 },
    )
  })
})

describe('the page’s default policy', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('answers for addresses of scripts, and has no answer for markup or code, which the browser then refuses', () => {
    const made = new Map<string, Record<string, (text: string) => unknown>>()
    vi.stubGlobal('trustedTypes', {
      createPolicy: (name: string, rules: Record<string, (text: string) => unknown>) => made.set(name, rules),
    })
    guardScripts(sandbox)
    expect([...made.keys()]).toEqual(['default'])
    const rules = made.get('default')!
    expect(Object.keys(rules)).toEqual(['createScriptURL'])
    expect(rules['createScriptURL']!('/service-worker.js')).toBe('https://bella.example/service-worker.js')
    expect(rules['createScriptURL']!('https://evil.example/x.js')).toBeNull()
  })

  it('leaves an existing one as it is', () => {
    const createPolicy = vi.fn<() => void>()
    vi.stubGlobal('trustedTypes', { defaultPolicy: {}, createPolicy })
    guardScripts(sandbox)
    expect(createPolicy).not.toHaveBeenCalled()
  })

  it('does nothing in a browser without Trusted Types', () => {
    vi.stubGlobal('trustedTypes', undefined)
    expect(() => guardScripts(sandbox)).not.toThrow()
  })
})

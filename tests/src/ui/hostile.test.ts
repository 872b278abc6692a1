// @vitest-environment jsdom
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findTarget } from '#lib/paint/action-link.tsx'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { isSafeLink } from '#lib/ui/merchant-html-rules.ts'
import { sanitiseHtml } from '#lib/ui/sanitise-html.ts'
import { serveHtml } from '../../../src/launch/serve-merchant-html.ts'
import { countOf } from '../../../scripts/test/shares.mjs'
import { hostileAddress, hostileHtml } from '../support/hostile.ts'

const origin = 'https://bella.example'
const allowed: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ['P', 'BR', 'B', 'I', 'EM', 'STRONG', 'UL', 'OL', 'LI', 'H2', 'H3', 'H4'].map((tag) => [tag, []]),
  ),
  A: ['href', 'rel', 'target', 'data-path'],
  IMG: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
}

/** Where a browser would go from one of our pages. */
const open = (address: string): URL => new URL(address, `${origin}/about`)

/** What is wrong with a link's destination, if anything. */
function findHarm(address: string, { mayLeave }: { mayLeave: boolean }): string | undefined {
  const { protocol, username, password, origin: led } = open(address)
  if (!['https:', 'http:', 'mailto:', 'tel:'].includes(protocol)) return `${protocol} runs something`
  if (username !== '' || password !== '') return 'it reads as another host'
  return led === origin || mayLeave ? undefined : 'it leaves the portal'
}

/** What is wrong with an element that was let through, if anything. */
function findHarmIn(element: Element): string | undefined {
  const names = allowed[element.tagName]
  if (!names || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return 'came through'
  const extra = [...element.attributes].find(({ name }) => !names.includes(name))
  if (extra) return `kept its ${extra.name}`
  const address = element.getAttribute('href') ?? element.getAttribute('src')
  return address === null
    ? undefined
    : findHarm(address, { mayLeave: element.tagName === 'A' && !element.hasAttribute('data-path') })
}

const texts = countOf('hostile texts in HTML')

/** Links that must stay: if nothing were let through, nothing would be tested. */
const harmless = '<a href="/menus">x</a><a href="https://other.example/">x</a>'

/** For each guard the attack that it is there for: drawn at random, these are rare. */
const everyTime: [string][] = [
  [harmless],
  ['<a href="java\tscript:ran()">x</a>'],
  ['<a href="https://bella.example@evil.example">x</a>'],
  ['<img src="https://evil.example/x" alt="x">'],
  ['<p href="/ok" src="/x">x</p>'],
  ['<img href="/ok" src="/ok" alt="x">'],
]

describe(`${texts} hostile texts in a merchant’s HTML @X1`, () => {
  const ran = vi.fn<() => void>()
  beforeEach(() => void Object.assign(globalThis, { ran }))
  afterEach(() => void Reflect.deleteProperty(globalThis, 'ran'))

  it('[X1] leave allowed tags and addresses, and run nothing', { timeout: 600_000 }, () => {
    const place = document.createElement('div')
    document.body.append(place)
    let links = 0
    fc.assert(
      fc.property(hostileHtml(), (html) => {
        place.replaceChildren(sanitiseHtml(html, { origin, base: '' }))
        for (const element of place.getElementsByTagName('*')) {
          const harm = findHarmIn(element)
          if (harm) throw new Error(`${element.tagName}: ${harm}`)
          if (element.hasAttribute('href')) links += 1
        }
      }),
      { numRuns: texts, examples: everyTime },
    )
    place.remove()
    expect(ran).not.toHaveBeenCalled()
    expect(links).toBeGreaterThanOrEqual(2)
  })
})

/** Fewer texts, because the views' sanitizer is slow and has the same rules. */
const served = Math.ceil(texts / 5)

describe(`${served} hostile texts in a view that a server makes @X1`, () => {
  it('[X1] leave allowed tags and addresses', { timeout: 600_000 }, () => {
    let links = 0
    fc.assert(
      fc.property(hostileHtml(), (html) => {
        const { body } = new DOMParser().parseFromString(serveHtml(html), 'text/html')
        for (const element of body.getElementsByTagName('*')) {
          const harm = findHarmIn(element)
          if (harm) throw new Error(`${element.tagName}: ${harm}`)
          if (element.hasAttribute('href')) links += 1
        }
      }),
      { numRuns: served, examples: everyTime },
    )
    expect(links).toBeGreaterThanOrEqual(2)
  })
})

/** For each of the portal's guards that accepts this address: where it leads, and whether it may leave the portal. */
function passGates(address: string, host: string): { gate: string; to: string; mayLeave: boolean }[] {
  const passed: { gate: string; to: string; mayLeave: boolean }[] = []
  if (isOwnPath(address)) passed.push({ gate: 'path', to: address, mayLeave: false })
  if (isSafeLink(address)) passed.push({ gate: 'link', to: address, mayLeave: true })
  for (const outside of [{}, { action_is_external: true }, { action_is_external: true, hostname: host }]) {
    const target = findTarget({ action: address, ...outside })
    if (target)
      passed.push({
        gate: target.kind,
        to: target.kind === 'own' ? target.path : target.href,
        mayLeave: target.kind === 'external',
      })
  }
  return passed
}

describe('5,000 hostile addresses at every gate @X2', () => {
  it('[X2] are refused, or lead where they seem to', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(hostileAddress(), hostileAddress(), (address, host) => {
        for (const { gate, to, mayLeave } of passGates(address, host)) {
          seen.set(gate, (seen.get(gate) ?? 0) + 1)
          expect(findHarm(to, { mayLeave }), `${gate}: ${JSON.stringify(to)}`).toBeUndefined()
        }
      }),
      { numRuns: 5000 },
    )
    // If nothing were let through, nothing would be tested.
    for (const gate of ['path', 'link', 'own', 'external'])
      expect(seen.get(gate) ?? 0, gate).toBeGreaterThan(5)
  })
})

// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadPortal } from '../../../src/launch/load-portal.ts'

const file = 'data:text/javascript,'

/** The links that are added in a browser with or without support for preloading modules. */
async function linksWhere(canPreloadModules: boolean): Promise<HTMLLinkElement[]> {
  const supports = vi.fn<(token: string) => boolean>(() => canPreloadModules)
  Object.assign(DOMTokenList.prototype, { supports })
  await loadPortal({ portal: file })
  return [...document.head.querySelectorAll('link')]
}

describe('the portal’s files, fetched ahead', () => {
  afterEach(() => {
    Reflect.deleteProperty(DOMTokenList.prototype, 'supports')
    // The kit's styles are in the head, too, and stay.
    for (const link of document.head.querySelectorAll('link')) link.remove()
  })

  it('are preloaded as modules, which a browser can prepare at once', async () => {
    const [link] = await linksWhere(true)
    expect([link!.rel, link!.crossOrigin, link!.href]).toEqual(['modulepreload', '', file])
  })

  it('are fetched as scripts in Safari before 17, which knows no modules ahead', async () => {
    const [link] = await linksWhere(false)
    expect([link!.rel, link!.as, link!.crossOrigin]).toEqual(['preload', 'script', ''])
  })
})

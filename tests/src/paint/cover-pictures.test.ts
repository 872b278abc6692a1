// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { coverPictures } from '#lib/paint/cover-pictures.ts'
import { captureView } from '#lib/paint/kept-view.ts'

afterEach(() => {
  document.body.replaceChildren()
})

/** A picture on the page, and how often it was requested again. */
function picture(broken = false): { image: HTMLImageElement; asked: () => number } {
  const image = document.createElement('img')
  image.setAttribute('src', '/pictures/diavola.webp')
  if (broken)
    Object.defineProperties(image, { complete: { get: () => true }, naturalWidth: { get: () => 0 } })
  document.body.append(image)
  const asks = new MutationObserver(() => undefined)
  asks.observe(image, { attributeFilter: ['src'] })
  let count = 0
  return { image, asked: () => (count += asks.takeRecords().length) }
}
const isCovered = (image: HTMLImageElement): boolean => image.matches('[data-missing]')

it('a picture that cannot be loaded is covered until it loads, and requested again when the restaurant can be reached', () => {
  const early = picture(true)
  let comeInReach = (): void => undefined
  coverPictures(document, (run) => (comeInReach = run))
  // It failed before there was a listener: a repeated request reports the error.
  expect(early.asked()).toBe(1)
  early.image.dispatchEvent(new Event('error'))

  const later = picture()
  const fine = picture()
  later.image.dispatchEvent(new Event('error'))
  fine.image.dispatchEvent(new Event('load'))
  expect([early, later, fine].map(({ image }) => isCovered(image))).toEqual([true, true, false])

  comeInReach()
  expect([early, later, fine].map(({ asked }) => asked())).toEqual([2, 1, 0])
  // The browser's event only causes a check of whether the server can be reached (watched-net.ts).
  window.dispatchEvent(new Event('online'))
  expect([early, later, fine].map(({ asked }) => asked())).toEqual([2, 1, 0])
  later.image.dispatchEvent(new Event('load'))
  expect(isCovered(later.image)).toBe(false)
})

it('a view of the screen does not keep that a picture was missing', () => {
  Object.assign(document, { adoptedStyleSheets: [] })
  document.body.innerHTML = '<div><main><h1>Menu</h1><img data-missing src="/pictures/a.webp"></main></div>'
  expect(captureView(document.body.querySelector('div')!)!.markup).toContain('<img src="/pictures/a.webp">')
})

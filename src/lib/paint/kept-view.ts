import { keptKey, type PageView, rootId, screenStyleSelector } from '#contract/page-format.ts'
import { missingMark } from './cover-pictures.ts'

/**
 * The current look of a screen as markup that a later launch can show first: what fits in the window and a little more. It has nothing interactive and nothing
 * that was typed, and leaves out what depends on the time, because it may be opened weeks later.
 */

/** The height that is kept, in windows. */
const windows = 1.5

/**
 * Strips show the network's state, which may differ at the next launch; alerts and one-time messages answer what somebody did. On a shared device, the next
 * person is somebody else.
 */
const dead =
  'script, iframe, object, embed, video, audio, noscript, dialog, [role="alert"], [data-once], [data-strip], [data-order-glance], [data-live-text] *'

/** What the launch script marks when a guest uses a view (launch/early-tap.ts). */
const earlyMarks = ['data-chosen', 'data-toggled', 'data-taps', 'data-pressed', 'data-typed']

/** Captures the current view of a screen. Undefined while something on it is loading, or has failed. */
export function captureView(root: HTMLElement): PageView | undefined {
  if (root.querySelector('[data-loading], [data-failed]') || !root.querySelector('main h1, main h2'))
    return undefined
  // A select's current choice is not part of its markup: a copy would show the first entry, such as an order of one instead of two.
  for (const option of root.querySelectorAll('option')) option.toggleAttribute('selected', option.selected)
  // In a document without a window: a copy in this document would load its pictures again.
  const inert = document.implementation.createHTMLDocument()
  const copy = cloneAbove(root, innerHeight * windows, inert)
  for (const element of copy.querySelectorAll(dead)) element.remove()
  for (const element of copy.querySelectorAll('[data-live-text]')) element.textContent = '\u00a0'
  for (const field of copy.querySelectorAll('input, textarea')) forgetTyped(field)
  // Whatever was done on the earlier view has been handled already.
  for (const mark of earlyMarks)
    for (const element of copy.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
  for (const picture of copy.querySelectorAll('img[src^="blob:"]')) picture.removeAttribute('src')
  // The picture may load at the next launch.
  for (const picture of copy.querySelectorAll(`img[${missingMark}]`)) picture.removeAttribute(missingMark)
  const names = listClasses(copy)
  const css = [...listSheetRules(names), ...listKitRules(names), ...moveStyles(copy), isAllSeen].join('\n')
  return { markup: copy.innerHTML, css }
}

/** The copy has little more than fits in a window: `content-visibility` would only make the browser lay it out a second time in the first frame. */
const isAllSeen = `#${rootId}[data-${keptKey}] * { content-visibility: visible !important }`

/** Styles that scripts set on single elements, as rules: the page's policy allows no style attributes. */
function moveStyles(copy: HTMLElement): string[] {
  return [...copy.querySelectorAll<HTMLElement>('[style]')].map((element, place) => {
    const { cssText } = element.style
    element.removeAttribute('style')
    element.dataset['style'] = String(place)
    return `#${rootId}[data-${keptKey}] [data-style="${place}"] { ${cssText} }`
  })
}

function forgetTyped(field: Element): void {
  if (field instanceof HTMLTextAreaElement) field.textContent = ''
  else if (!/^(checkbox|radio|range)$/.test((field as HTMLInputElement).type)) field.removeAttribute('value')
}

/**
 * A copy without elements that begin below `limit` (px from the document's top), and without what is in hidden ones: a search hides every dish of a menu.
 * Elements that are fixed to the window stay.
 */
function cloneAbove(element: HTMLElement, limit: number, inert: Document): HTMLElement {
  const copy = inert.importNode(element, false)
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.append(inert.importNode(child))
    else if (child instanceof HTMLElement && child.hidden) copy.append(inert.importNode(child, false))
    else {
      const { top, bottom, height } = child.getBoundingClientRect()
      const isBelow = top + scrollY > limit && height > 0
      if (isBelow && !isFixed(child)) continue
      const isAcross =
        (bottom + scrollY > limit || child.querySelector('[hidden]')) &&
        child instanceof HTMLElement &&
        child.childElementCount > 0
      copy.append(
        isAcross && !isFixed(child) ? cloneAbove(child, limit, inert) : inert.importNode(child, true),
      )
    }
  }
  return copy
}

const isFixed = (element: Element): boolean => /fixed|sticky/.test(getComputedStyle(element).position)

function listClasses(copy: HTMLElement): ReadonlySet<string> {
  const names = new Set<string>()
  for (const element of copy.querySelectorAll('[class]'))
    for (const name of element.classList) names.add(name)
  return names
}

/** The kit's rules are in sheets that scripts created: those that apply to this markup. */
const listKitRules = (names: ReadonlySet<string>): string[] =>
  document.adoptedStyleSheets.flatMap((sheet) => listRules(sheet, /\.(kit-[\w-]+)/g, names))

/**
 * The rules of the stylesheets that came with screens, those of the launch being in every page. In the view itself, since each file would be one more that the
 * first frame waits for.
 */
const listSheetRules = (names: ReadonlySet<string>): string[] =>
  [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(screenSheets)].flatMap(({ sheet }) =>
    sheet && isOwn(sheet) ? listRules(sheet, /\.(-?[a-z_][\w-]*)/gi, names) : [],
  )

const screenSheets = `link[rel="stylesheet"]:not([type]), ${screenStyleSelector}`

/** A sheet of another origin (the sign-in of a provider) cannot be read, and is loaded by its script. */
const isOwn = ({ href }: CSSStyleSheet): boolean => href === null || new URL(href).origin === location.origin

/** The rules that apply to everything, or to one of these classes. */
const listRules = (sheet: CSSStyleSheet, classes: RegExp, names: ReadonlySet<string>): string[] =>
  [...sheet.cssRules].flatMap(({ cssText }) => {
    const found = [...cssText.matchAll(classes)]
    return found.length === 0 || found.some(([, name]) => names.has(name!)) ? [cssText] : []
  })

import { keptKey, type PageView, rootId } from '#contract/page-format.ts'
import { missingMark } from './cover-pictures.ts'

/**
 * A screen as it looks now, as markup that a later launch can begin with: what a window shows and a little more. Nothing in it is alive, nothing that was
 * typed is in it, and what depends on the time is left out, for it may be opened after weeks.
 */

/** How far below the first window it goes, in windows. */
const windows = 1.5

/**
 * Strips say how the network is, which is another matter at the next launch; an alert, and what is said once, answer what somebody did. Whoever opens the
 * page next on a shared device is somebody else.
 */
const dead =
  'script, iframe, object, embed, video, audio, noscript, dialog, [role="alert"], [data-once], [data-strip], [data-order-glance], [data-live-text] *'

/** What the begin script marks of what a guest does on a view (launch/early-tap.ts). */
const earlyMarks = ['data-chosen', 'data-toggled', 'data-taps', 'data-pressed']

/** What a screen looks like. Undefined while something on it has not come yet, or where it has failed. */
export function captureView(root: HTMLElement): PageView | undefined {
  if (root.querySelector('[data-loading], [data-failed]') || !root.querySelector('main h1, main h2'))
    return undefined
  // A list's choice is no part of its markup: a copy would show the first entry, and an order of two as one of one.
  for (const option of root.querySelectorAll('option')) option.toggleAttribute('selected', option.selected)
  // In a document without a window: a copy in this one would load its pictures again.
  const inert = document.implementation.createHTMLDocument()
  const copy = cloneAbove(root, innerHeight * windows, inert)
  for (const element of copy.querySelectorAll(dead)) element.remove()
  for (const element of copy.querySelectorAll('[data-live-text]')) element.textContent = '\u00a0'
  for (const field of copy.querySelectorAll('input, textarea')) forgetTyped(field)
  // What was done on the view that this screen came after is done.
  for (const mark of earlyMarks)
    for (const element of copy.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
  for (const picture of copy.querySelectorAll('img[src^="blob:"]')) picture.removeAttribute('src')
  // It may come at the next launch.
  for (const picture of copy.querySelectorAll(`img[${missingMark}]`)) picture.removeAttribute(missingMark)
  const css = [...listKitRules(copy), ...moveStyles(copy), isAllSeen].join('\n')
  return { markup: copy.innerHTML, css, sheets: listSheets() }
}

/** There is little more in it than a window shows: what comes into sight by itself would be laid out a second time in the first frame. */
const isAllSeen = `#${rootId}[data-${keptKey}] * { content-visibility: visible !important }`

/** What scripts have set on single elements, as rules: a page of ours allows no style attribute. */
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

/** A copy without what begins below a place of the document (px); what is fixed to the window stays. */
function cloneAbove(element: HTMLElement, limit: number, inert: Document): HTMLElement {
  const copy = inert.importNode(element, false)
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.append(inert.importNode(child))
    else {
      const { top, bottom, height } = child.getBoundingClientRect()
      const isBelow = top + scrollY > limit && height > 0
      if (isBelow && !isFixed(child)) continue
      const isAcross = bottom + scrollY > limit && child instanceof HTMLElement && child.childElementCount > 0
      copy.append(
        isAcross && !isFixed(child) ? cloneAbove(child, limit, inert) : inert.importNode(child, true),
      )
    }
  }
  return copy
}

const isFixed = (element: Element): boolean => /fixed|sticky/.test(getComputedStyle(element).position)

/** The kit's rules stand in sheets that scripts have made: those that count for this markup. */
function listKitRules(copy: HTMLElement): string[] {
  const names = new Set<string>()
  for (const element of copy.querySelectorAll('[class]'))
    for (const name of element.classList) names.add(name)
  const rules: string[] = []
  for (const sheet of document.adoptedStyleSheets)
    for (const rule of sheet.cssRules) if (counts(rule, names)) rules.push(rule.cssText)
  return rules
}

/** Whether a rule is for everybody, or for one of these classes. */
function counts(rule: CSSRule, names: ReadonlySet<string>): boolean {
  const classes = [...rule.cssText.matchAll(/\.(kit-[\w-]+)/g)]
  return classes.length === 0 || classes.some(([, name]) => names.has(name!))
}

/** The stylesheets that rooms have brought along: the launch's own travels in every page. */
const listSheets = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([type])')].map(
    (link) => new URL(link.href).pathname,
  )

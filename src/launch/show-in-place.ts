import { wait } from '#lib/ports/wait.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { announceHydrating, listTapped, pressInTurn } from './early-tap.ts'
import { whenReleased } from './when-released.ts'

/** A file that fails to load must not hold back the screen that reports it for longer than this (ms). */
const longestMs = 8000
/** What the guest did on the view would be lost with it, so the view then waits longer for the screen to repeat it on (ms). */
const longestTouchedMs = 30_000
/** A screen with less content than its view is shown anyway after this (ms). */
const longestFillMs = 700

/**
 * Replaces the page's initial view with what the portal has rendered, as soon as nothing on it is still loading: in one step, so that nobody sees half of it.
 * What the guest has done meanwhile is carried over: a field that has the focus or text in it, what was chosen, opened or scrolled sideways, the buttons that
 * were tapped.
 */
export async function showInPlace(root: HTMLElement, drawn: HTMLElement): Promise<void> {
  const whole = whenDrawn(drawn)
  await Promise.race([whole, wait(longestMs)])
  if (isTouched(root)) await Promise.race([whole, wait(longestTouchedMs - longestMs)])
  await Promise.race([whenAsFull(drawn, root), wait(longestFillMs)])
  await whenReleased()
  const pressed = root.querySelector<HTMLElement>('[data-pressed]')
  const pressedToo = pressed && findCounterpart(pressed, root, drawn)
  const focused = root.contains(document.activeElement) ? document.activeElement : null
  const focusedToo = focused && findCounterpart(focused, root, drawn)
  for (const field of listTyped(root)) takeOverText(field, findCounterpart(field, root, drawn))
  const choices = listChoices(root).map((choose) => choose(root, drawn))
  const marked = focused && readSelection(focused)
  for (const details of root.querySelectorAll<HTMLDetailsElement>('details[data-toggled]')) {
    const to = findCounterpart(details, root, drawn)
    if (to) to.open = details.open
  }
  const scrolled = listScrolled(root, drawn)
  const tapped = listTapped(root).flatMap((button) => findCounterpart(button, root, drawn) ?? [])
  announceHydrating()
  root.replaceWith(drawn)
  for (const { to, left, top } of scrolled) to.scrollTo({ left, top, behavior: 'instant' })
  // Measurements taken while it was hidden are repeated.
  dispatchEvent(new Event('resize'))
  if (focusedToo instanceof HTMLElement) focusedToo.focus({ preventScroll: true })
  if (marked && isText(focused) && focusedToo && isText(focusedToo)) {
    const [start, end, direction] = marked
    const placeOf = (at: number): number => placeIn(focusedToo.value, focused.value, at)
    focusedToo.setSelectionRange(placeOf(start), placeOf(end), direction)
  }
  // One after the other: each builds on what the previous one changed.
  for (const choose of choices) {
    choose()
    await yieldToMain()
  }
  await pressInTurn(tapped)
  pressedToo?.click()
}

/** Whether the guest has tapped, chosen or typed something on the view. */
const isTouched = (root: HTMLElement): boolean =>
  root.querySelector('[data-pressed], [data-taps], [data-chosen]') !== null || listTyped(root).length > 0

const listTyped = (root: HTMLElement): (HTMLInputElement | HTMLTextAreaElement)[] =>
  [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter(
    (field) => !isChoice(field) && field.value !== field.defaultValue,
  )

/** Resolves when the screen is rendered and nothing on it is still loading. */
const whenDrawn = (drawn: HTMLElement): Promise<void> =>
  whenTrue(
    drawn,
    () => drawn.querySelector('main h1, main h2') !== null && !drawn.querySelector('[data-loading]'),
  )

/** Resolves when the screen has about as much content as the view: a long list is rendered in parts. */
function whenAsFull(drawn: HTMLElement, root: HTMLElement): Promise<void> {
  const least = textLength(root) * 0.9
  return whenTrue(drawn, () => textLength(drawn) >= least)
}

const textLength = (place: HTMLElement): number => place.querySelector('main')?.textContent.length ?? 0

function whenTrue(place: HTMLElement, test: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!test()) return
      watching.disconnect()
      resolve()
    }
    const watching = new MutationObserver(look)
    watching.observe(place, { childList: true, subtree: true, characterData: true })
    look()
  })
}

/** The element of the rendered screen that corresponds to this one of the view: same kind and name, and the same position among several. */
function findCounterpart<T extends Element>(element: T, root: Element, drawn: Element): T | undefined {
  const alike = (place: Element): Element[] =>
    [...place.querySelectorAll(element.tagName)].filter((one) => nameOf(one) === nameOf(element))
  return alike(drawn)[alike(root).indexOf(element)] as T | undefined
}

/**
 * What the guest has chosen on the view (early-tap.ts marks it: a field that differs from its markup proves nothing, because browsers restore forms). Each is
 * looked up on the rendered screen while both exist, and chosen there afterwards as by a tap.
 */
const listChoices = (view: HTMLElement): ((root: Element, drawn: Element) => () => void)[] => [
  ...[...view.querySelectorAll<HTMLInputElement>('input[data-chosen]')]
    // In a radio group, the chosen one deselects the others.
    .filter(({ type, checked }) => checked || type === 'checkbox')
    .map((field) => (root: Element, drawn: Element) => {
      const { checked } = field
      const to = findCounterpart(field, root, drawn)
      return () => void (to && to.checked !== checked && to.click())
    }),
  ...[...view.querySelectorAll<HTMLSelectElement>('select[data-chosen]')].map(
    (list) => (root: Element, drawn: Element) => {
      const { value } = list
      const to = findCounterpart(list, root, drawn)
      return () => void (to && to.value !== value && setValue(to, value, 'change'))
    },
  ),
]

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element.matches('input, textarea')

/** The caret's position or the selection: the next key goes there. Undefined for elements without a caret (a button, an email field). */
function readSelection(
  element: Element,
): [start: number, end: number, direction: 'forward' | 'backward' | 'none'] | undefined {
  if (!isText(element)) return undefined
  const { selectionStart, selectionEnd, selectionDirection } = element
  if (selectionStart === null || selectionEnd === null) return undefined
  return [selectionStart, selectionEnd, selectionDirection ?? 'none']
}

/** The position in `text` for one in the view's text: a mask has added brackets and spaces between the same letters and digits. */
function placeIn(text: string, inView: string, at: number): number {
  if (text === inView) return at
  let left = wordCharacters(inView.slice(0, at))
  const found = [...text].findIndex((character) => (left -= wordCharacters(character)) < 0)
  return found < 0 ? text.length : found
}

const wordCharacters = (text: string): number => text.replace(/\W/g, '').length

const isChoice = ({ type }: HTMLInputElement | HTMLTextAreaElement): boolean =>
  /^(radio|checkbox)$/.test(type)

const nameOf = (element: Element): string =>
  ['type', 'name', 'aria-label', 'href'].map((name) => element.getAttribute(name) ?? '').join('|') +
  wordsOf(element instanceof HTMLDetailsElement ? (element.querySelector('summary') ?? element) : element)

/** Its text without digits, which depend on what was chosen. */
function wordsOf(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const part of copy.querySelectorAll('.price, [data-live-text]')) part.remove()
  return copy.textContent
}

/** The rows that the guest has scrolled, and how far (px); each by its classes and its position among several. */
const listScrolled = (view: Element, drawn: Element): { to: Element; left: number; top: number }[] =>
  [...view.querySelectorAll('[class]')]
    .filter(({ scrollLeft, scrollTop }) => scrollLeft !== 0 || scrollTop !== 0)
    .flatMap((from) => {
      const to = drawn.getElementsByClassName(from.className)[
        [...view.getElementsByClassName(from.className)].indexOf(from)
      ]
      return to ? [{ to, left: from.scrollLeft, top: from.scrollTop }] : []
    })

/** Sets the text as if it had been typed. */
function takeOverText(
  from: HTMLInputElement | HTMLTextAreaElement,
  to: HTMLInputElement | HTMLTextAreaElement | undefined,
): void {
  // Text that is there already (a stored draft) is newer than what a browser has restored, and older than what was typed (early-tap.ts marks it).
  const isNewest = 'typed' in from.dataset || to?.value === '' || to?.value === from.defaultValue
  if (to && isNewest) setValue(to, from.value, 'input')
}

/** React notices a value only if it is set past its own property on the field. */
function setValue(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
  event: 'input' | 'change',
): void {
  const prototype: object = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}

import { ChakraProvider } from '@chakra-ui/react'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { system } from '#lib/theme/system.ts'

/** Components in jsdom, used as a person does: found by their names, pressed, typed into. */

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** jsdom has `dialog` elements but cannot open them: this implements as much as the tests need. */
function openDialogs(): void {
  if (typeof HTMLDialogElement === 'undefined') return
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  HTMLDialogElement.prototype.showModal = function showModal() {
    if (!this.isConnected) throw new DOMException('The element is not in a Document.', 'InvalidStateError')
    openers.set(this, document.activeElement)
    this.open = true
    this.querySelector<HTMLElement>('button, input, [tabindex="0"]')?.focus()
  }
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.open = false
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
    this.dispatchEvent(new Event('close'))
  }
}
openDialogs()
// jsdom has no layout: nothing is ever out of view.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView ??= () => undefined

/** Sets the answers to the page's media queries, each by a part of the query. */
export function setMedia(holds: Record<string, boolean>): void {
  Object.assign(globalThis, {
    matchMedia: (query: string) => ({
      matches: Object.entries(holds).some(([part, yes]) => yes && query.includes(part)),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  })
}

const shown = new Map<Root, HTMLElement>()

/**
 * Unmounts what is shown, as closing the tab does: a page that stayed mounted would react to the next one's changes outside of `act`, and so would the parts
 * of it that are still loading.
 */
export async function leavePage(): Promise<void> {
  for (const [root, place] of shown) {
    await act(async () => {
      await vi.dynamicImportSettled()
      root.unmount()
    })
    place.remove()
  }
  shown.clear()
}

/** Renders a component within the kit. It is unmounted at the end of the test. */
export async function show(node: ReactNode): Promise<{ again(next: ReactNode): Promise<void> }> {
  const place = document.createElement('div')
  document.body.append(place)
  const root: Root = createRoot(place)
  shown.set(root, place)
  const again = async (next: ReactNode): Promise<void> => {
    await act(async () => root.render(<ChakraProvider value={system}>{next}</ChakraProvider>))
  }
  await again(node)
  onTestFinished(leavePage)
  return { again }
}

/** The first element with this accessible name, or else with this text. */
export function find<E extends HTMLElement = HTMLElement>(selector: string, name?: string | RegExp): E {
  const found = [...document.querySelectorAll<E>(selector)].find(
    (element) => name === undefined || matches(nameOf(element), name),
  )
  if (!found)
    throw new Error(`no ${selector} ${name ?? ''}${isPolled ? '' : ` in\n${document.body.innerHTML}`}`)
  return found
}

/** Whether `until` is going to look again: the whole page as text costs more than looking does. */
let isPolled = false

const matches = (text: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? text === name : name.test(text)

function nameOf(element: HTMLElement): string {
  const labelledBy = element.getAttribute('aria-labelledby')
  if (labelledBy) return document.getElementById(labelledBy)?.textContent ?? ''
  const label =
    element.id === ''
      ? undefined
      : [...document.querySelectorAll('label')].find((one) => one.htmlFor === element.id)
  return (
    element.getAttribute('aria-label') ??
    label?.textContent ??
    element.closest('label')?.textContent ??
    element.textContent
  ).trim()
}

/** Waits until `check` no longer throws or rejects; rejects with its last error when it never succeeds. */
export async function until<T>(check: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + 20_000
  for (;;) {
    const isLast = Date.now() > end
    try {
      isPolled = !isLast
      const checked = check()
      isPolled = false
      return await checked
    } catch (cause) {
      isPolled = false
      if (isLast) throw cause
      await act(async () => await new Promise((resolve) => setTimeout(resolve, 5)))
    }
  }
}

export const press = (element: HTMLElement): Promise<void> => act(async () => element.click())

/** A tap at a time of the page (ms): two taps close together are a double tap. */
export const pressAt = (element: HTMLElement, timeStamp: number): Promise<void> =>
  act(async () => {
    const tap = new MouseEvent('click', { bubbles: true, cancelable: true })
    Object.defineProperty(tap, 'timeStamp', { value: timeStamp })
    element.dispatchEvent(tap)
  })

export const key = (element: Element, name: string, more: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }),
    )
  })

/** Types character by character, as a keyboard does: the page may refuse characters. */
export async function type(input: HTMLInputElement, text: string): Promise<void> {
  for (const data of text) await insert(input, data, 'insertText')
}

/** Pastes, or fills in as a password manager does. */
export const paste = (input: HTMLInputElement, text: string): Promise<void> =>
  insert(input, text, 'insertFromPaste')

/** Replaces a field's whole text. */
export async function fill(input: HTMLInputElement, text: string): Promise<void> {
  // The field that loses the focus gets its event, too.
  await act(async () => {
    input.focus()
    input.select()
  })
  await insert(input, text, 'insertText')
}

/** Deletes the selection. */
export const erase = (input: HTMLInputElement): Promise<void> => insert(input, '', 'deleteContentBackward')

/** Dispatches an event of the browser's own: Escape in a dialog is `cancel`. */
export const say = (element: Element, event: Event): Promise<void> =>
  act(async () => {
    element.dispatchEvent(event)
  })

/** The prototype's setter: React intercepts the element's own, and would not see the change as the user's. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!

async function insert(input: HTMLInputElement, data: string, inputType: string): Promise<void> {
  await act(async () => {
    input.focus()
    const before = new InputEvent('beforeinput', { data, inputType, bubbles: true, cancelable: true })
    if (!input.dispatchEvent(before)) return
    // Inputs of these types have no readable selection; a test fills them in whole.
    if (['email', 'date', 'time'].includes(input.type)) setValue.call(input, data)
    else input.setRangeText(data, input.selectionStart!, input.selectionEnd!, 'end')
    input.dispatchEvent(new InputEvent('input', { data, inputType, bubbles: true }))
  })
}

/** Chooses an option of a list. */
export const choose = (list: HTMLSelectElement, value: string): Promise<void> =>
  act(async () => {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })

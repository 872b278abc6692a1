import { eachTap } from '#lib/paint/marks.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'

/**
 * On a slow phone the first screen is there seconds before its scripts, and nobody waits to tap. Links are links from the start; of the buttons the one
 * that was tapped last is pressed when the screen is alive, and before it, in their order, those that choose something or make a number one more or one
 * less. The begin script keeps them, the portal says when: they are built apart, and share events. Where the portal draws the screen anew, it looks for
 * what was tapped by these marks (show-in-place.ts).
 */
const waking = 'larder:waking'
const alive = 'larder:alive'
const [eachTapMark] = Object.keys(eachTap) as [string]
export const heldMark = 'data-held'
const pointer = ['pointerdown', 'pointerup', 'pointercancel'] as const

/** Keeps the taps until the portal is alive. For the begin script. */
export function keepEarlyTap(): void {
  let tapped: HTMLElement | undefined
  let taps = 0
  const keepTap = ({ target }: Event): void => {
    if (isChoice(target)) target.dataset['chosen'] = ''
    const details = target instanceof Element ? target.closest('summary')?.parentElement : undefined
    if (details) details.dataset['toggled'] = ''
    const button = target instanceof Element ? (target.closest('button') ?? undefined) : undefined
    if (button && isAnswer(button)) {
      // Who chooses the same once more, because nothing has happened, has chosen it once.
      const before = button.hasAttribute(eachTapMark) ? (button.dataset['taps'] ?? '') : ''
      button.dataset['taps'] = `${before} ${++taps}`.trim()
      return
    }
    delete tapped?.dataset['pressed']
    tapped = button
    if (tapped) tapped.dataset['pressed'] = ''
  }
  // What a browser restores is no choice of the guest's.
  const keepChoice = ({ target, isTrusted }: Event): void => {
    if (isTrusted && target instanceof HTMLSelectElement) target.dataset['chosen'] = ''
  }
  const held = ({ type }: Event): void =>
    void document.documentElement.toggleAttribute(heldMark, type === 'pointerdown')
  addEventListener('click', keepTap, true)
  addEventListener('change', keepChoice, true)
  for (const type of pointer) addEventListener(type, held, true)
  // No form of ours is sent by the browser itself: on a screen that nobody hears yet it would be a page of its own, and lead away with what was typed.
  addEventListener('submit', (event) => event.preventDefault(), true)
  const stop = (): void => {
    removeEventListener('click', keepTap, true)
    removeEventListener('change', keepChoice, true)
    for (const type of pointer) removeEventListener(type, held, true)
    document.documentElement.removeAttribute(heldMark)
  }
  const hasKept = (): boolean => tapped !== undefined || listTapped(document).length > 0
  // What is tapped while those are pressed comes after them.
  const keepBehind = (event: Event): void => {
    const button = event.isTrusted && event.target instanceof Element && event.target.closest('button')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    keepTap(event)
  }
  const pressKept = async (): Promise<void> => {
    do {
      const last = tapped
      tapped = undefined
      await pressAgain(document, last)
    } while (hasKept())
    removeEventListener('click', keepBehind, true)
  }
  addEventListener(
    waking,
    () => {
      stop()
      if (hasKept()) addEventListener('click', keepBehind, true)
    },
    { once: true },
  )
  addEventListener(alive, () => void pressKept(), { once: true })
}

/** Chooses what was chosen, and presses the buttons that were tapped, before anybody heard it; last of all this one. */
async function pressAgain(place: ParentNode, last: HTMLElement | undefined): Promise<void> {
  for (const field of place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-chosen]')) {
    delete field.dataset['chosen']
    chooseAgain(field)
    await yieldToMain()
  }
  const answers = listTapped(place)
  for (const button of answers) delete button.dataset['taps']
  await pressInTurn(answers)
  delete last?.dataset['pressed']
  if (last?.isConnected) last.click()
}

/** As by a tap: React takes a box over as it stands, and hears of one that changes after that. */
function chooseAgain(field: HTMLInputElement | HTMLSelectElement): void {
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
  else {
    field.checked = !field.checked
    field.click()
  }
}

/** The buttons that answer something, once for each tap that counts, in the order of the taps. */
export const listTapped = (place: ParentNode): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>('[data-taps]')]
    .flatMap((button) => button.dataset['taps']!.split(' ').map((at) => ({ button, at: Number(at) })))
    .sort((one, other) => one.at - other.at)
    .map(({ button }) => button)

/** Presses one after the other: what a press changes is there before the next. */
export async function pressInTurn(buttons: readonly HTMLElement[]): Promise<void> {
  for (const button of buttons) {
    button.click()
    await yieldToMain()
  }
}

/** A button that is an answer, and not the end of a question: each tap of it, or which of several was tapped, is part of what the next button does. */
const isAnswer = (button: HTMLElement): boolean =>
  button.hasAttribute(eachTapMark) || button.hasAttribute('aria-pressed')

const isChoice = (target: unknown): target is HTMLInputElement =>
  target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)

/** From here on the portal hears taps by itself. */
export const announceHydrating = (): boolean => dispatchEvent(new Event(waking))

/** What is on the screen does what it says. */
export const announceReady = (): boolean => dispatchEvent(new Event(alive))

import { eachTap } from '#lib/paint/marks.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'

/**
 * On a slow phone the first screen is visible seconds before its scripts run, and nobody waits to tap. Links work from the start. Of the buttons, the last one
 * tapped is pressed once the screen is hydrated, and before it, in order, those that choose something or change a number by one. The begin script records the
 * taps, the portal says when to replay them: they are separate builds that communicate by events. If the portal renders the screen again, it finds what was
 * tapped by these marks (show-in-place.ts).
 */
const waking = 'larder:waking'
const alive = 'larder:alive'
const [eachTapMark] = Object.keys(eachTap) as [string]
export const heldMark = 'data-held'
const pointer = ['pointerdown', 'pointerup', 'pointercancel'] as const

/** Records taps until the portal is hydrated. For the begin script. */
export function keepEarlyTap(): void {
  let tapped: HTMLElement | undefined
  let taps = 0
  const keepTap = ({ target }: Event): void => {
    if (isChoice(target)) target.dataset['chosen'] = ''
    const details = target instanceof Element ? target.closest('summary')?.parentElement : undefined
    if (details) details.dataset['toggled'] = ''
    const button = target instanceof Element ? (target.closest('button') ?? undefined) : undefined
    if (button && isAnswer(button)) {
      // A second tap on the same choice, because nothing has happened yet, counts once.
      const before = button.hasAttribute(eachTapMark) ? (button.dataset['taps'] ?? '') : ''
      button.dataset['taps'] = `${before} ${++taps}`.trim()
      return
    }
    delete tapped?.dataset['pressed']
    tapped = button
    if (tapped) tapped.dataset['pressed'] = ''
  }
  // Values that a browser restores were not chosen or typed by the guest.
  const keepInput = ({ target, isTrusted }: Event): void => {
    if (isTrusted && target instanceof HTMLElement && !isChoice(target))
      target.dataset[target instanceof HTMLSelectElement ? 'chosen' : 'typed'] = ''
  }
  const held = ({ type }: Event): void =>
    void document.documentElement.toggleAttribute(heldMark, type === 'pointerdown')
  addEventListener('click', keepTap, true)
  addEventListener('input', keepInput, true)
  for (const type of pointer) addEventListener(type, held, true)
  // The browser must never submit a form by itself: before hydration that would navigate away and lose what was typed.
  addEventListener('submit', (event) => event.preventDefault(), true)
  const stop = (): void => {
    removeEventListener('click', keepTap, true)
    removeEventListener('input', keepInput, true)
    for (const type of pointer) removeEventListener(type, held, true)
    document.documentElement.removeAttribute(heldMark)
  }
  const hasKept = (): boolean => tapped !== undefined || listTapped(document).length > 0
  // Taps during the replay come after it.
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

/** Replays what was chosen and tapped before hydration; this button last. */
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

/** Through a click: React takes a checkbox over as it is, and notices changes from then on. */
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

/** Presses one after the other: each press has been rendered before the next. */
export async function pressInTurn(buttons: readonly HTMLElement[]): Promise<void> {
  for (const button of buttons) {
    button.click()
    await yieldToMain()
  }
}

/** A button that answers a question without completing it. Every tap on it counts, since it affects what the next button does. */
const isAnswer = (button: HTMLElement): boolean =>
  button.hasAttribute(eachTapMark) || button.hasAttribute('aria-pressed')

const isChoice = (target: unknown): target is HTMLInputElement =>
  target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)

/** From now on the portal handles taps itself. */
export const announceHydrating = (): boolean => dispatchEvent(new Event(waking))

/** The screen is hydrated. */
export const announceReady = (): boolean => dispatchEvent(new Event(alive))

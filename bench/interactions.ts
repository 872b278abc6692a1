import type { Locator, Page } from 'playwright-core'

/** How long a tap went unanswered, and the longest task that it started, in the screen it led to. */
export type Interaction = { step: string; ms: number; longestTask: number }

/** Event timing only reports durations from 16 ms up: a faster tap leaves no entry. */
export const fastest = 16
const limitMs = 60_000

/** Raw input to the page: Playwright's own click would wait for conditions that a finger does not wait for. `found` has the slowest next paint of each step. */
export class Interactions {
  readonly found: Interaction[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Scrolls an element into view and taps its middle. A radio is tapped on its label, its visible part. */
  async tap(step: string, target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached', timeout: limitMs })
    const place =
      (await target.getAttribute('type')) === 'radio' ? target.locator('xpath=ancestor::label[1]') : target
    const seen = (await place.count()) > 0 ? place : target
    await seen.waitFor({ timeout: limitMs })
    await target.and(this.#page.locator(':enabled, a')).waitFor({ state: 'attached', timeout: limitMs })
    const { x, y } = await middleOf(seen)
    await this.#forget()
    await this.#page.mouse.click(x, y)
    await this.settle(step)
  }

  /** Types a text key by key, into a field that is emptied first. */
  async type(step: string, field: Locator, text: string): Promise<void> {
    await field.waitFor({ timeout: limitMs })
    const { x, y } = await middleOf(field)
    await this.#forget()
    await this.#page.mouse.click(x, y)
    await this.#page.keyboard.press('ControlOrMeta+A')
    for (const key of text) await this.#page.keyboard.press(key === ' ' ? 'Space' : key)
    await this.settle(step)
  }

  /** Records the slowest interaction since the last step. Waits until the page has painted: an interaction's entry comes after its paint. */
  async settle(step: string): Promise<void> {
    const found = await this.#page.evaluate(async (least) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
      for (let calm = 0; calm < 3; calm++) {
        await frame()
        if (performance.now() - globalThis.larderObserved.lastBusy < 200) calm = 0
      }
      const { taps, longestTask } = globalThis.larderObserved
      return { ms: Math.max(least, ...taps.values()), longestTask }
    }, fastest)
    this.found.push({ step, ...found })
  }

  #forget(): Promise<void> {
    return this.#page.evaluate(() => {
      globalThis.larderObserved.taps.clear()
      globalThis.larderObserved.longestTask = 0
    })
  }
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  // Scroll to the middle of the window, where nothing at its foot covers the target, and wait until the window shows it there: a press goes to whatever the
  // last picture has in that place, such as a provider's frame.
  await target.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    for (let frames = 0; frames < 3; frames++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
  })
  const box = (await target.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

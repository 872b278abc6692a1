import type { Locator, Page } from 'playwright-core'

/** How long a tap went unanswered, and the longest task of what it began: the screen that it led to. */
export type Interaction = { step: string; ms: number; longestTask: number }

/** Event timing tells durations from 16 ms up: a faster tap leaves no entry. */
const fastest = 16
const limitMs = 60_000

/** A hand on the page: raw input, as Playwright's own click would wait for things that a finger does not wait for. `found` has the worst next paint of each step. */
export class Interactions {
  readonly found: Interaction[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** A tap in the middle of what is there, scrolled to first. A radio is tapped by its words, which are what is seen of it. */
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

  /** Each key of a text, in a field that is emptied first. */
  async type(step: string, field: Locator, text: string): Promise<void> {
    await field.waitFor({ timeout: limitMs })
    const { x, y } = await middleOf(field)
    await this.#forget()
    await this.#page.mouse.click(x, y)
    await this.#page.keyboard.press('ControlOrMeta+A')
    for (const key of text) await this.#page.keyboard.press(key === ' ' ? 'Space' : key)
    await this.settle(step)
  }

  /** Writes down the worst of what has happened since the last step: once the page has painted, as the entry of an interaction comes after its paint. */
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
  // To the middle of the window: what stays at its foot lies over nothing there.
  // And until the window shows it there: a press goes to what the last picture has in its place, a provider's frame among them.
  await target.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    for (let frames = 0; frames < 3; frames++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
  })
  const box = (await target.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

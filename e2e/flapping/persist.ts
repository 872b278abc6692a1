import { errors, type Locator, type Page } from '@playwright/test'
import type { Phone } from './killable-phone.ts'

/**
 * A screen that a person recognizes, and what they do about it. The first one that is recognized is acted on; if that fails, the person acts on whatever they
 * see next.
 */
export type ScreenReaction = {
  name: string
  seen: (page: Page) => Locator
  act: (page: Page) => Promise<unknown>
}

type Persistence = {
  phone: Phone
  /** What they do when they pick up the phone after it died, or when they recognize nothing on the screen. */
  startOver: (page: Page) => Promise<unknown>
  sights: readonly ScreenReaction[]
  /** Whether what they wanted is done, as far as they can see. */
  isDone: (page: Page) => Promise<boolean>
  limitMs: number
}

/** How long (ms) a person looks at a screen they do not recognize before they start over. */
const timeoutMs = 8000
const glanceMs = 500

/**
 * Keeps going until it is done, as a person does who wants their dinner. Gives the screens in the order they were seen; throws with that list when it takes too
 * long.
 */
export async function persist(options: Persistence): Promise<string[]> {
  const { phone, startOver, sights, isDone, limitMs } = options
  const until = Date.now() + limitMs
  const story: string[] = []
  const tell = (line: string): void => {
    if (process.env['FLAPPING_TELL']) console.log(`  ${line}`)
    story.push(line)
  }
  let knownAt = 0
  let isDoing = false
  while (Date.now() < until) {
    try {
      if (!phone.isAlive) {
        tell('opens the phone again')
        await phone.open()
        knownAt = 0
      }
      const { page } = phone
      if (await isDone(page)) return story
      if (Date.now() - knownAt > timeoutMs) {
        tell(`starts over at ${new URL(page.url()).pathname}: ${await seenOn(page)}`)
        knownAt = Date.now()
        await startOver(page)
      }
      const sight = await findSight(page, sights)
      if (!sight) continue
      if (story.at(-1) !== sight.name) tell(sight.name)
      isDoing = true
      await sight.act(page)
      knownAt = Date.now()
    } catch (error) {
      tell(`(${String(error).split('\n')[0]!.slice(0, 120)})`)
      // After a try that took long and failed, the person looks at the screen again before starting over.
      if (isDoing) knownAt = Date.now()
    } finally {
      isDoing = false
    }
  }
  const shown = phone.isAlive ? await phone.page.locator('body').innerText().catch(String) : 'a dead phone'
  throw new Error(`not done after ${limitMs / 1000} s:\n${story.join('\n')}\n--- on the screen:\n${shown}`)
}

/** The first of the screens that is seen now or within a glance; undefined where none is, so that the caller checks whether all is done. */
async function findSight(page: Page, sights: readonly ScreenReaction[]): Promise<ScreenReaction | undefined> {
  const any = sights.map(({ seen }) => seen(page)).reduce((one, other) => one.or(other))
  try {
    await any.first().waitFor({ timeout: glanceMs })
  } catch (error) {
    if (error instanceof errors.TimeoutError) return undefined
    throw error
  }
  for (const sight of sights) if (await sight.seen(page).first().isVisible()) return sight
  return undefined
}

/** A page's headings and error messages. */
async function seenOn(page: Page): Promise<string> {
  const shown = page.locator('main h1, main h2, main [role=alert], main [role=status]')
  return (await shown.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()).join(' | ')
}

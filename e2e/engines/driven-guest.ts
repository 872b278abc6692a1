import { expect } from '@playwright/test'
import type { Guest, Role } from './guest.ts'
import { type ElementId, keys, type WebDriver, WebDriverError } from './web-driver.ts'

/** The elements that may have each role; the driver then asks each for its computed role and name. */
const candidates = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  radio: 'input[type="radio"], [role="radio"]',
  textbox: 'input, textarea',
  heading: 'h1, h2, h3',
  dialog: 'dialog[open], [role="dialog"]',
  alert: '[role="alert"]',
} as const satisfies Record<Role, string>

const stale = (error: unknown): boolean =>
  error instanceof WebDriverError &&
  ['stale element reference', 'no such element', 'element not interactable', 'unknown error'].includes(
    error.code,
  )

/** A guest in a browser driven by WebDriver: names are those that the browser computes for its accessibility tree. */
export function drivenGuest(driver: WebDriver, close: () => Promise<void>): Guest {
  const look = async (role: Role, name: string | RegExp): Promise<ElementId | undefined> => {
    try {
      for (const element of await driver.find(candidates[role])) {
        // A radio is covered by its drawn replacement, so the driver takes it for hidden.
        if (role !== 'radio' && !(await driver.isShown(element))) continue
        const label = await nameOf(driver, element)
        if (typeof name === 'string' ? label === name : name.test(label)) return element
      }
    } catch (error) {
      // The page was rendered anew meanwhile.
      if (!stale(error)) throw error
    }
    return undefined
  }
  const find = async (role: Role, name: string | RegExp): Promise<ElementId> => {
    let found: ElementId | undefined
    await expect
      .poll(async () => (found = await look(role, name)), {
        message: `${role} ${String(name)}`,
        timeout: 30_000,
      })
      .toBeDefined()
    return found!
  }
  /** Acts on the element found, and repeats both when the page is rendered anew in between. */
  const onFound = async (
    role: Role,
    name: string | RegExp,
    act: (element: ElementId) => Promise<void>,
  ): Promise<void> => {
    await expect(async () => act(await find(role, name))).toPass({ timeout: 60_000 })
  }
  const evaluate = async (expression: string): Promise<unknown> => {
    const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = (await driver.executeAsync(script)) as { value?: unknown; error?: string }
    if (error !== undefined) throw new WebDriverError('javascript error', error)
    return value
  }
  const words = async (): Promise<string> => String(await evaluate('document.body.innerText'))
  return {
    open: (url) => driver.open(url),
    find: async (role, name) => void (await find(role, name)),
    tap: (role, name) => onFound(role, name, (element) => driver.click(element)),
    choose: (name) => onFound('radio', name, (element) => driver.type(element, keys.space)),
    fill: (name, text) =>
      onFound('textbox', name, async (element) => {
        await driver.clear(element)
        await driver.type(element, text)
      }),
    async fillFrame(title, text) {
      const selector = `iframe[title="${title}"]`
      await expect.poll(async () => (await driver.find(selector)).length, { timeout: 30_000 }).toBe(1)
      await driver.enter((await driver.find(selector))[0])
      try {
        // The field is disabled until the page has contacted its frame, and takes no key before it is drawn.
        await expect(async () => {
          const [field] = await driver.find('input:enabled')
          await driver.click(field!)
          await driver.type(field!, text)
        }).toPass({ timeout: 30_000 })
      } finally {
        await driver.enter()
      }
    },
    async read(text) {
      await expect.poll(words, { timeout: 30_000 }).toMatch(typeof text === 'string' ? literal(text) : text)
    },
    words,
    address: () => driver.url(),
    evaluate,
    picture: () => driver.picture(),
    close,
  }
}

/** An element outside of an open dialog has no accessible name: the driver throws for it. */
async function nameOf(driver: WebDriver, element: ElementId): Promise<string> {
  try {
    return await driver.label(element)
  } catch (error) {
    if (error instanceof WebDriverError && error.code === 'unknown error') return ''
    throw error
  }
}

const literal = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))

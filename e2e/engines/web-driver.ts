/** The part of the W3C's WebDriver that these tests use (https://www.w3.org/TR/webdriver2/). */

export type ElementId = string
/** Key codes from the specification's table, as `element send keys` takes them. */
export const keys = { enter: '\uE007', space: '\uE00D', escape: '\uE00C', tab: '\uE004' } as const

export class WebDriverError extends Error {
  override readonly name = 'WebDriverError'
  /** @param code the specification's error code, such as `stale element reference` */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`)
  }
}

export type WebDriver = {
  open(url: string): Promise<void>
  url(): Promise<string>
  /** Searches the page, or inside an element. */
  find(css: string, inside?: ElementId): Promise<ElementId[]>
  /** The accessible name. */
  label(element: ElementId): Promise<string>
  isShown(element: ElementId): Promise<boolean>
  click(element: ElementId): Promise<void>
  clear(element: ElementId): Promise<void>
  type(element: ElementId, text: string): Promise<void>
  /** Switches to a frame, or back to the page without an argument. */
  enter(frame?: ElementId): Promise<void>
  /** Runs a script in the page; it passes its result to the callback, its first argument. */
  executeAsync(script: string): Promise<unknown>
  /** A screenshot (PNG). */
  picture(): Promise<Buffer>
  resize(width: number, height: number): Promise<void>
  end(): Promise<void>
}

/** The key under which an answer holds an element's id. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const element = (id: ElementId) => ({ [elementKey]: id })

/**
 * Begins a session with a driver that speaks HTTP.
 * @param address the driver's, such as `http://127.0.0.1:4444`
 * @throws WebDriverError when any call fails
 */
export async function beginSession(
  address: string,
  capabilities: Record<string, unknown>,
): Promise<WebDriver> {
  const begun = (await call(address, 'POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string }
  const to = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    await call(address, method, `/session/${begun.sessionId}${path}`, body)
  return {
    open: async (url) => void (await to('POST', '/url', { url })),
    url: async () => (await to('GET', '/url')) as string,
    async find(css, inside) {
      const place = inside === undefined ? '' : `/element/${inside}`
      const found = (await to('POST', `${place}/elements`, { using: 'css selector', value: css })) as Record<
        string,
        string
      >[]
      return found.map((one) => one[elementKey]!)
    },
    label: async (id) => (await to('GET', `/element/${id}/computedlabel`)) as string,
    isShown: async (id) => (await to('GET', `/element/${id}/displayed`)) as boolean,
    click: async (id) => void (await to('POST', `/element/${id}/click`, {})),
    clear: async (id) => void (await to('POST', `/element/${id}/clear`, {})),
    type: async (id, text) => void (await to('POST', `/element/${id}/value`, { text })),
    enter: async (frame) =>
      void (await to('POST', '/frame', { id: frame === undefined ? null : element(frame) })),
    executeAsync: (script) => to('POST', '/execute/async', { script, args: [] }),
    picture: async () => Buffer.from((await to('GET', '/screenshot')) as string, 'base64'),
    resize: async (width, height) => void (await to('POST', '/window/rect', { width, height })),
    end: async () => void (await to('DELETE', '')),
  }
}

async function call(address: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${address}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new WebDriverError(error, message)
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ElementId, elementKey, type WebDriver, WebDriverError } from './web-driver.ts'

/**
 * Firefox's own WebDriver protocol, as geckodriver uses it
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html): `length:json` over TCP, `[0, id, command,
 * parameters]` for a command and `[1, id, error, result]` for its answer. Debian has no package of geckodriver, and
 * Playwright's BiDi needs more than an ESR supports.
 */
export async function beginMarionette(port: number): Promise<WebDriver> {
  const { send, end } = await open(port)
  const value = async (command: string, parameters: object = {}): Promise<unknown> =>
    ((await send(command, parameters)) as { value: unknown }).value
  await send('WebDriver:NewSession', {})
  await send('WebDriver:SetTimeouts', { script: 30_000 })
  return {
    open: async (url) => void (await send('WebDriver:Navigate', { url })),
    url: async () => (await value('WebDriver:GetCurrentURL')) as string,
    async find(css, inside) {
      const where = inside === undefined ? {} : { element: inside }
      const found = await send('WebDriver:FindElements', { using: 'css selector', value: css, ...where })
      return (found as Record<string, ElementId>[]).map((one) => one[elementKey]!)
    },
    label: async (id) => (await value('WebDriver:GetComputedLabel', { id })) as string,
    isShown: async (id) => (await value('WebDriver:IsElementDisplayed', { id })) as boolean,
    click: async (id) => void (await send('WebDriver:ElementClick', { id })),
    clear: async (id) => void (await send('WebDriver:ElementClear', { id })),
    type: async (id, text) => void (await send('WebDriver:ElementSendKeys', { id, text })),
    enter: async (frame) =>
      void (await send(
        'WebDriver:SwitchToFrame',
        frame === undefined ? { id: null } : { element: frame, focus: true },
      )),
    executeAsync: (script) => value('WebDriver:ExecuteAsyncScript', { script, args: [] }),
    picture: async () =>
      Buffer.from((await value('WebDriver:TakeScreenshot', { full: false })) as string, 'base64'),
    resize: async (width, height) => void (await send('WebDriver:SetWindowRect', { width, height })),
    async end() {
      await send('Marionette:Quit', { flags: ['eForceQuit'] })
      end()
    },
  }
}

type Answer = [1, number, { error: string; message: string } | null, unknown]

/** Connects as soon as Firefox listens; commands are answered one after another. */
async function open(
  port: number,
): Promise<{ send: (command: string, parameters: object) => Promise<unknown>; end: () => void }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const messages = readMessages(socket)
  // Firefox first introduces itself.
  await messages.next()
  let count = 0
  let last: Promise<unknown> = Promise.resolve()
  const sendNow = async (command: string, parameters: object): Promise<unknown> => {
    const text = JSON.stringify([0, ++count, command, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const { value, done } = await messages.next()
    if (done) throw new Error(`Firefox left at ${command}`)
    const [, , error, result] = value as Answer
    if (error) throw new WebDriverError(error.error, error.message)
    return result
  }
  return {
    send(command, parameters) {
      const sent = last.then(() => sendNow(command, parameters))
      last = sent.catch(() => undefined)
      return sent
    },
    end: () => socket.destroy(),
  }
}

async function* readMessages(socket: Socket): AsyncGenerator<unknown, void> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    for (;;) {
      const colon = bytes.indexOf(':')
      if (colon < 0) break
      const end = colon + 1 + Number(bytes.subarray(0, colon).toString())
      if (bytes.length < end) break
      yield JSON.parse(bytes.subarray(colon + 1, end).toString())
      bytes = bytes.subarray(end)
    }
  }
}

import { expect, type Page } from '@playwright/test'

/**
 * The portal as a screen reader's user has it: elements are found by role and name in the browser's own accessibility tree (including its frames), focused
 * there and pressed by a key. Neither the markup nor the layout is used.
 */
export type Tree = {
  /** Waits until the tree has a match, and gives the first. */
  find(role: string, name: Name, expected?: States): Promise<Found>
  /** Focuses the first match that is not disabled, and presses a key there. */
  press(role: string, name: Name, key?: 'Enter' | 'Space'): Promise<void>
  /** Focuses a field, and types. */
  type(name: Name, text: string): Promise<void>
}

type Name = string | RegExp
/** A node's states and properties as the browser reports them: `checked`, `pressed`, `invalid`, `focused` … */
type States = Record<string, string>
type Found = { name: string; description: string; text: string; states: States; id: number }

type AxNode = {
  nodeId: string
  ignored: boolean
  role?: { value?: unknown }
  name?: { value?: unknown }
  description?: { value?: unknown }
  properties?: { name: string; value: { value?: unknown } }[]
  childIds?: string[]
  backendDOMNodeId?: number
}

type FrameTree = { frame: { id: string }; childFrames?: FrameTree[] }

const listFrames = ({ frame, childFrames = [] }: FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(listFrames),
]

const matches = (text: string, name: Name): boolean =>
  typeof name === 'string' ? text === name : name.test(text)

/** The text read out inside a node, in order. */
function textOf(node: AxNode, all: Map<string, AxNode>): string {
  if (node.role?.value === 'StaticText') return String(node.name?.value ?? '')
  const children = (node.childIds ?? []).flatMap((id) => all.get(id) ?? [])
  return children.map((child) => textOf(child, all)).join('')
}

function describe(node: AxNode, all: Map<string, AxNode>): Found {
  const states = (node.properties ?? []).map(({ name, value }) => [name, String(value.value)])
  return {
    name: String(node.name?.value ?? ''),
    description: String(node.description?.value ?? ''),
    text: textOf(node, all),
    states: Object.fromEntries(states) as States,
    id: node.backendDOMNodeId!,
  }
}

/** Whether an element has the focus in its frame or shadow root. Runs in the page. */
function hasFocus(this: Element): boolean {
  return this.isConnected && (this.getRootNode() as Document | ShadowRoot).activeElement === this
}

export async function readTree(page: Page): Promise<Tree> {
  const session = await page.context().newCDPSession(page)

  async function list(role: string, name: Name, expected: States): Promise<Found[]> {
    const { frameTree } = await session.send('Page.getFrameTree')
    const found: Found[] = []
    for (const frameId of listFrames(frameTree)) {
      // A frame may go away while the others are read.
      const { nodes } = await session
        .send('Accessibility.getFullAXTree', { frameId })
        .catch(() => ({ nodes: [] }))
      const all = new Map(nodes.map((node) => [node.nodeId, node as AxNode]))
      for (const node of all.values()) {
        if (node.ignored || node.role?.value !== role) continue
        const one = describe(node, all)
        if (!matches(one.name || one.text, name)) continue
        if (Object.entries(expected).every(([state, value]) => one.states[state] === value)) found.push(one)
      }
    }
    return found
  }

  async function find(role: string, name: Name, expected: States = {}): Promise<Found> {
    const said = `${role} ${String(name)} ${JSON.stringify(expected)} in the accessibility tree`
    let first: Found | undefined
    await expect
      .poll(async () => (first = (await list(role, name, expected))[0]) !== undefined, {
        message: said,
        intervals: [100],
      })
      .toBe(true)
    return first!
  }

  /** Looks again for what is redrawn in between: a key goes to whatever has the focus. */
  async function focus(role: string, name: Name): Promise<void> {
    await expect(async () => {
      const { id, states } = await find(role, name)
      expect(states['disabled'], `${role} ${String(name)} is switched off`).not.toBe('true')
      await session.send('DOM.focus', { backendNodeId: id })
      const { object } = await session.send('DOM.resolveNode', { backendNodeId: id })
      const { result } = await session.send('Runtime.callFunctionOn', {
        objectId: object.objectId!,
        functionDeclaration: hasFocus.toString(),
        returnByValue: true,
      })
      expect(result.value, `${role} ${String(name)} takes the focus`).toBe(true)
    }).toPass({ timeout: 30_000, intervals: [100] })
  }

  return {
    find,
    async press(role, name, key = 'Enter') {
      await focus(role, name)
      await page.keyboard.press(key)
    },
    async type(name, text) {
      await focus('textbox', name)
      await page.keyboard.type(text)
    },
  }
}

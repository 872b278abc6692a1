/** Chromium's event (Web App Manifest, incubations): the browser would offer to install, and leaves the moment to the page. */
type InstallPromptEvent = Event & {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let deferred: InstallPromptEvent | undefined
let isOpen = false
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

function set(event: InstallPromptEvent | undefined): void {
  deferred = event
  tell()
}

/** The browser's offer that is being kept, live. */
export const installPrompt = {
  canAsk: (): boolean => deferred !== undefined,
  /** True from the end of the launch on. */
  isOpen: (): boolean => isOpen,
  open(): void {
    isOpen = true
    tell()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Lets the browser ask, within a tap. An offer is good for once. Answers whether it was accepted. */
  async ask(): Promise<boolean> {
    const event = deferred
    if (!event) return false
    set(undefined)
    await event.prompt()
    return (await event.userChoice).outcome === 'accepted'
  },
}

/** Keeps the browser's offer from the first moment on: it comes once a page, at a time of its own. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => set(undefined))
}

/** Chromium's event (Web App Manifest, incubations): the browser could offer to install, and leaves the moment to the page. */
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

/** The browser's deferred offer, as an external store. */
export const installPrompt = {
  canAsk: (): boolean => deferred !== undefined,
  /** True once the launch is over. */
  isOpen: (): boolean => isOpen,
  open(): void {
    isOpen = true
    tell()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Lets the browser ask; call it in a tap's handler. An offer can be used once. Returns whether it was accepted. */
  async ask(): Promise<boolean> {
    const event = deferred
    if (!event) return false
    set(undefined)
    await event.prompt()
    return (await event.userChoice).outcome === 'accepted'
  },
}

/** Captures the browser's offer from the very start: it comes once per page, at an unpredictable time. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => set(undefined))
}

/** Removes what Node has and a browser does not, and adds the reverse. Load it before anything that looks for those. */

const entries = new Map<string, string>()
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  },
})
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true })
// Tabs must talk to each other only through the simulated browser.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')

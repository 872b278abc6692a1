/** What a browser has and Node has not, or the other way round. Loaded before anything that looks for it. */

const entries = new Map<string, string>()
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  },
})
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true })
// Tabs speak to each other through the simulated browser alone.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')

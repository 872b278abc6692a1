/** Calls back when the device changes between light and dark. Returns a function that stops it. */
export function followScheme(onChange: () => unknown): () => void {
  const scheme = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
  scheme?.addEventListener('change', onChange)
  return () => scheme?.removeEventListener('change', onChange)
}

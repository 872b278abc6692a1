/** Calls back when the device turns dark or light under an open page. Gives what ends it. */
export function followScheme(onChange: () => unknown): () => void {
  const scheme = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
  scheme?.addEventListener('change', onChange)
  return () => scheme?.removeEventListener('change', onChange)
}

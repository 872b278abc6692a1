type WithYield = { scheduler?: { yield?(): Promise<void> } }

/**
 * Lets the page paint and answer a tap before the next piece of a long work: on a slow phone, pieces that follow each other without it are one piece.
 * Resolves in a task of its own.
 */
export const yieldToMain = (): Promise<void> =>
  (globalThis as WithYield).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))

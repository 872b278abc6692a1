type WithYield = { scheduler?: { yield?(): Promise<void> } }

/**
 * Lets the page paint and answer a tap before the next part of a long computation: on a slow phone, parts without a pause between them act like one long task.
 * Resolves in a new task.
 */
export const yieldToMain = (): Promise<void> =>
  (globalThis as WithYield).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))

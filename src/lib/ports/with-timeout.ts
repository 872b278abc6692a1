/** What a promise resolves to, or `otherwise` if it takes longer than `limitMs`. Rejects as the promise does within that time; a later outcome is ignored. */
export async function withTimeout<T>(limitMs: number, promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(otherwise), limitMs)))
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

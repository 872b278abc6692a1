/** What a promise gives, or `otherwise` where it takes longer than `limitMs`. Rejects as it does within that time; what it does later is heard by nobody. */
export async function withTimeout<T>(limitMs: number, promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(otherwise), limitMs)))
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

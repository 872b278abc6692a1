/**
 * What Vitest 5 uses and Node 20 lacks. Without these a failing run on Node 20 crashes before it reports the failure.
 * To be deleted with the last Node 20.
 */
function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function withResolvers<T>() {
  let resolve: (value: T | PromiseLike<T>) => void
  let reject: (reason?: unknown) => void
  const promise = new Promise<T>((onDone, onFailed) => {
    resolve = onDone
    reject = onFailed
  })
  return { promise, resolve: resolve!, reject: reject! }
}

function provide(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}

provide(Map, 'groupBy', groupBy)
provide(Object, 'groupBy', <T>(items: Iterable<T>, keyOf: (item: T, index: number) => string) =>
  Object.fromEntries(groupBy(items, keyOf)),
)
provide(Promise, 'withResolvers', withResolvers)

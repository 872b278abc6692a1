/** The deepest that plain data is expected to nest. Anything deeper may be cyclic. */
const maxDepth = 40

/** Thrown for a value that is not plain data. */
const notPlain = new Error('this is not plain data')

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw notPlain
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw notPlain
  if (Array.isArray(value)) {
    // A copy by index would miss holes and extra properties.
    if (Object.keys(value).length !== value.length) throw notPlain
    return value.map((one) => copyOf(one, depth + 1))
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw notPlain
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    if (name === '__proto__') throw notPlain
    copy[name] = copyOf((value as Record<string, unknown>)[name], depth + 1)
  }
  return copy
}

/**
 * Replaces the platform's structuredClone for plain data with a copy by hand: a device's store clones every row and key it reads or writes, and Node's own
 * clone sends itself a message each time. Everything else goes to the platform's.
 */
export function clonePlainData(platforms: typeof structuredClone): typeof structuredClone {
  return <T>(value: T, options?: StructuredSerializeOptions): T => {
    if (options !== undefined) return platforms(value, options)
    try {
      return copyOf(value, 0) as T
    } catch (error) {
      if (error !== notPlain) throw error
      return platforms(value)
    }
  }
}

/** How deep plain data goes at most. What goes deeper may go round. */
const maxDepth = 40

/** Thrown at what is not plain data. */
const notPlain = new Error('this is not plain data')

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw notPlain
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw notPlain
  if (Array.isArray(value)) {
    // Of a hole and of a property of its own a copy by places would know nothing.
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
 * The platform's structuredClone, with plain data copied by hand: a device's store clones each row and key that it takes and gives, and Node's own clone
 * sends itself a message for each. All else is the platform's.
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

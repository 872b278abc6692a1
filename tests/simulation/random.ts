/** Randomness from a seed: the same seed gives the same values on every machine. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number
  /** True with this probability: 0.2 is one time in five. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** An independent source for one part of a session: what one part draws does not affect the others. */
  fork(name: string): Random
  /** A version 4 UUID. */
  uuid(): string
}

/** Mixes a number and a text into a seed. */
function mix(seed: number, text: string): number {
  let hash = seed ^ 0x9e3779b9
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b)
    hash ^= hash >>> 13
  }
  return hash >>> 0
}

/** A source from a seed (mulberry32: 32 bits of state, all of them used). */
export function randomFrom(seed: number): Random {
  let state = mix(seed, 'larder')
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), 1 | state)
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const hex = (digits: number): string => {
    let text = ''
    while (text.length < digits) text += below(65536).toString(16).padStart(4, '0')
    return text.slice(0, digits)
  }
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
    fork: (name) => randomFrom(mix(seed, name)),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[below(4)]}${hex(3)}-${hex(12)}`,
  }
}

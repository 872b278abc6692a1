import { wordsOf } from './words.ts'

/** The fields of a dish that are searched, and how much a match in each counts. */
const boosts = [8, 1, 4, 1] as const
export type FieldWords = readonly [
  name: readonly number[],
  description: readonly number[],
  category: readonly number[],
  marks: readonly number[],
]

/** Shorter words are matched as they are: "tea" must not find "pea". */
const guessedFrom = 4
const typosPerLetter = 0.2
/** How much a match that is not the whole word counts (the latter for one with a typo). */
const prefixWeight = 0.375
const guessWeight = 0.45

// BM25+, the usual measure of how well a text matches: how soon more of a field's length counts, how much it counts, and the least that a match counts.
const saturation = 1.2
const lengthPart = 0.7
const least = 0.5

/** A dish that matched: its number, and how well it did. */
type Match = { dish: number; score: number }
type Matches = {
  /** The best first; equally good ones in the order in which they were added. */
  found: readonly Match[]
  /** Those words of a field that match. */
  matchedIn(words: readonly number[]): string[]
}

/**
 * The words of every dish, as numbers. A query is compared with each different word once, which are few even on a large menu, and then every dish is looked
 * through: that takes a phone less than building an index by words does, and so the first letter of a search need not wait for one.
 */
export class WordIndex {
  readonly #ids = new Map<string, number>()
  readonly #words: string[] = []
  readonly #dishes: FieldWords[] = []
  /** How many dishes have a word in a field, and how many words there are in the field in all. */
  readonly #counts: number[][] = boosts.map(() => [])
  readonly #lengths = boosts.map(() => 0)

  /** The words of a text, each once, as numbers. */
  read(text: string): readonly number[] {
    const found = new Set<number>()
    for (const word of wordsOf(text)) {
      let id = this.#ids.get(word)
      if (id === undefined) {
        id = this.#words.push(word) - 1
        this.#ids.set(word, id)
        for (const counts of this.#counts) counts.push(0)
      }
      found.add(id)
    }
    return [...found]
  }

  add(dish: FieldWords): void {
    this.#dishes.push(dish)
    for (const [field, words] of dish.entries()) {
      const counts = this.#counts[field]!
      this.#lengths[field]! += words.length
      for (const id of words) counts[id]!++
    }
  }

  /** The words of a field of a dish that was added. */
  wordsIn(dish: number, field: number): readonly number[] {
    return this.#dishes[dish]![field]!
  }

  /** Dishes with every word of a query; if there are none, those with any. */
  find(text: string): Matches {
    const terms = wordsOf(text).map((term) => this.#weigh(term))
    const gains = terms.map((weights) => boosts.map((_, field) => this.#gains(field, weights)))
    const some: Match[] = []
    const every: Match[] = []
    for (const [dish, fields] of this.#dishes.entries()) {
      let score = 0
      let matched = 0
      for (const gain of gains) {
        const one = this.#score(fields, gain)
        score += one
        if (one > 0) matched++
      }
      if (matched > 0) some.push({ dish, score })
      if (matched > 0 && matched === terms.length) every.push({ dish, score })
    }
    const found = every.length > 0 ? every : some
    return {
      found: found.toSorted((one, other) => other.score - one.score),
      matchedIn: (words) =>
        words.filter((id) => terms.some((weights) => weights[id]! > 0)).map((id) => this.#words[id]!),
    }
  }

  /** How well each word matches a term: 1 as a whole, less as its beginning or with typos, 0 not at all. */
  #weigh(term: string): Float64Array {
    const typos = term.length < guessedFrom ? 0 : Math.round(term.length * typosPerLetter)
    return Float64Array.from(this.#words, (word) => {
      if (word === term) return 1
      if (word.startsWith(term))
        return (prefixWeight * word.length) / (word.length + 0.3 * (word.length - term.length))
      const distance = typos > 0 ? distanceWithin(typos, term, word) : undefined
      return distance === undefined ? 0 : (guessWeight * word.length) / (word.length + distance)
    })
  }

  #score(fields: FieldWords, gains: readonly Float64Array[]): number {
    let score = 0
    for (let field = 0; field < boosts.length; field++) {
      const words = fields[field]!
      let gained = 0
      for (const id of words) gained += gains[field]![id]!
      if (gained > 0) score += gained * this.#density(field, words)
    }
    return score
  }

  /** What each word that matches is worth in a field: one that few dishes have says more. */
  #gains(field: number, weights: Float64Array): Float64Array {
    const all = this.#dishes.length
    return weights.map((weight, id) => {
      const having = this.#counts[field]![id]!
      return weight === 0 ? 0 : weight * boosts[field]! * Math.log(1 + (all - having + 0.5) / (having + 0.5))
    })
  }

  /** A word says more in a short text. */
  #density(field: number, words: readonly number[]): number {
    const average = this.#lengths[field]! / this.#dishes.length
    const length = 1 - lengthPart + (lengthPart * words.length) / average
    return least + (saturation + 1) / (1 + saturation * length)
  }
}

/** How many letters must be added, left out or replaced to make one word of another; undefined if that is more than `most`. */
export function distanceWithin(most: number, one: string, other: string): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let at = 1; at <= other.length; at++)
      now.push(
        Math.min(
          now[at - 1]! + 1,
          before[at]! + 1,
          before[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1),
        ),
      )
    if (Math.min(...now) > most) return undefined
    before = now
  }
  return before.at(-1)! <= most ? before.at(-1) : undefined
}

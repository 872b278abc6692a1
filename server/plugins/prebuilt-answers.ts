import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { answerText } from './endpoints.ts'
import { type Prebuilt, prebuild } from './prebuilt.ts'

/**
 * Keeps the answers that depend on nothing but a merchant's revision: each is checked against its schema and compressed when it is first
 * asked for, and is thrown away with its merchant.
 */
export class PrebuiltAnswers {
  readonly #kept = new WeakMap<Merchant, Map<string, Prebuilt>>()

  /** The answer called `name` of a merchant; `make` gives its content the first time. */
  get<E extends Endpoint>(merchant: Merchant, endpoint: E, name: string, make: () => AnswerOf<E>): Prebuilt {
    const kept = this.#kept.get(merchant) ?? new Map<string, Prebuilt>()
    this.#kept.set(merchant, kept)
    const known = kept.get(name)
    if (known) return known
    const built = prebuild(answerText(endpoint, make()), 'application/json; charset=utf-8')
    kept.set(name, built)
    return built
  }
}

import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { answerText } from './endpoints.ts'
import { type Prebuilt, prebuild } from './prebuilt.ts'

/**
 * Keeps the answers that depend on little but a merchant's revision: each is checked against its schema and compressed when it is first
 * asked for, and is thrown away with its merchant.
 */
export class PrebuiltAnswers {
  readonly #kept = new WeakMap<Merchant, Map<string, { version: string; built: Prebuilt }>>()

  /** The answer called `name` of a merchant; `make` gives its content the first time, and again where what else it depends on (`version`) is another. */
  get<E extends Endpoint>(
    merchant: Merchant,
    endpoint: E,
    name: string,
    make: () => AnswerOf<E>,
    version = '',
  ): Prebuilt {
    const kept = this.#kept.get(merchant) ?? new Map<string, { version: string; built: Prebuilt }>()
    this.#kept.set(merchant, kept)
    const known = kept.get(name)
    if (known?.version === version) return known.built
    const built = prebuild(answerText(endpoint, make()), 'application/json; charset=utf-8')
    kept.set(name, { version, built })
    return built
  }
}

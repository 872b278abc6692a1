import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { answerText } from './endpoints.ts'
import { type Prebuilt, prebuild } from './prebuilt.ts'

/**
 * Caches the answers that depend on little but a merchant's revision: each is validated and compressed when it is first requested, and is dropped with its
 * merchant.
 */
export class PrebuiltAnswers {
  readonly #kept = new WeakMap<Merchant, Map<string, { version: string; built: Prebuilt }>>()

  /** A merchant's answer called `name`; `make` builds its content the first time, and again when its other dependency (`version`) changes. */
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

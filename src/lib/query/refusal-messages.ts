import { translateAnswer } from '#contract/language.ts'
import type { Change } from '#db/outbox.ts'
import type { Refusal } from '#db/rows/tickets.ts'

/** The restaurant's messages about a refused change: a message that does not name its dish is prefixed with it. */
export function refusalMessages({ change, messages }: Pick<Refusal, 'change' | 'messages'>): string[] {
  const name = dishOf(change)
  return messages.map((message) => {
    const text = translateAnswer(message)
    return name === undefined || text.includes(name) ? text : `${name}: ${text}`
  })
}

/** Undefined where a change is about no dish, or about one that was removed. */
const dishOf = (change: Change): string | undefined =>
  change.kind === 'item.add' || change.kind === 'item.change' ? change.shown.name : undefined

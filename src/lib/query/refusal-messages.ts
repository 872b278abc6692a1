import { translateAnswer } from '#contract/language.ts'
import type { Change } from '#db/outbox.ts'
import type { Refusal } from '#db/rows/tickets.ts'

/** What the restaurant said of a change that it refused: of which dish it is stands before what does not name it. */
export function refusalMessages({ change, messages }: Pick<Refusal, 'change' | 'messages'>): string[] {
  const name = dishOf(change)
  return messages.map((message) => {
    const text = translateAnswer(message)
    return name === undefined || text.includes(name) ? text : `${name}: ${text}`
  })
}

/** Undefined where a change is of no dish, or of one that was taken off. */
const dishOf = (change: Change): string | undefined =>
  change.kind === 'item.add' || change.kind === 'item.change' ? change.shown.name : undefined

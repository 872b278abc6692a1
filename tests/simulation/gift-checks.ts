import { isDone } from './line-checks.ts'
import type { Seen } from './seen.ts'
import type { GiftFacts } from './facts.ts'

/** I1–I4 for gifts: each arrives at the address that was accepted last, not before its time, once for each time that it is sent; a card has one owner. */
export function gifts(seen: Seen): string[] {
  return [...seen.facts.gifts.flatMap((gift) => ofGift(seen, gift)), ...passes(seen)]
}

/** How long after its time (ms) a gift is with its recipient, when nothing breaks. */
const soonMs = 3 * 60_000

function ofGift(seen: Seen, gift: GiftFacts): string[] {
  const { world } = seen
  const {
    orderId,
    sentTo,
    state,
    dueAt,
    takenBackAt,
    linkId,
    revision,
    deliveryId,
    balanceCents,
    itemCents,
    by,
    refundedCents,
    refundedAt,
    isStopped,
  } = gift
  const mails = world.mails.filter(({ id = '' }) => id === deliveryId || id.startsWith(`${deliveryId}-`))
  const nameOf = (of: number): string => (of === 0 ? deliveryId : `${deliveryId}-${of}`)
  const last = mails.filter(({ id }) => id === nameOf(revision))
  const isTakenBack = takenBackAt !== undefined
  // Times of a server whose clock jumps cannot be compared.
  const isOnTime = !world.clockJumped
  const broken: string[] = []
  const say = (words: string): void => void broken.push(`${words} (gift ${orderId})`)
  if (isTakenBack && world.opened.has(linkId)) say('I1: a gift was opened, and taken back')
  if (isTakenBack && balanceCents !== 0)
    say(`I1: a gift was taken back, and its card has ${balanceCents} cents`)
  const leftCents = itemCents - refundedCents
  if (!isTakenBack && balanceCents !== leftCents)
    say(`I1: a gift of ${itemCents} cents, ${refundedCents} of them refunded, has ${balanceCents}`)
  if (isOnTime && refundedAt !== undefined && leftCents === 0 && mails.some(({ atMs }) => atMs > refundedAt))
    say('I2: a gift was sent after its money went back')
  if (isOnTime && isTakenBack && mails.some(({ atMs }) => atMs > takenBackAt))
    say('I2: a gift was sent after it was taken back')
  if (last.some((one) => one.by !== by)) say(`I4: a gift by ${by} went in another way`)
  if (!isTakenBack && last.some(({ to }) => to !== sentTo))
    say(`I4: a gift went to ${last.map(({ to }) => to).join()}, and not to ${sentTo}`)
  if (isOnTime && !isTakenBack && last.some(({ atMs }) => atMs < dueAt))
    say('I2: a gift was sent before its time')
  if (
    isOnTime &&
    !isTakenBack &&
    !isStopped &&
    dueAt < world.scheduler.nowMs - soonMs &&
    (state !== 'sent' || last.length === 0)
  )
    say(`I4: a gift is due and was not sent: ${state}`)
  const times = new Map<string, number>()
  for (const { id = '' } of mails) times.set(id, (times.get(id) ?? 0) + 1)
  // A server that dies between sending and writing that down sends again.
  if (!world.wasKilled && [...times.values()].some((count) => count > 1))
    say('I2: the same email was sent twice')
  return [...broken, ...lastAddress(seen, gift)]
}

/** I4: a gift is for the address that was accepted last, in the order of the answers. Of two calls at the same time, either may have been the last. */
function lastAddress({ world }: Seen, { orderId, sentTo, takenBackAt }: GiftFacts): string[] {
  if (takenBackAt !== undefined) return []
  const changes = world.calls.flatMap((call) => {
    const isPass = call.path.endsWith('/pass')
    const isOf = new RegExp(`card/order/${orderId}(/gift)?$`).test(call.path) && call.method === 'PUT'
    if (!(isOf || isPass) || !/"recipient_(?:email|phone)"/.test(call.body ?? '')) return []
    const done = call.answers.find((answer) => !answer.replayed && isDone({ answers: [answer] }))
    if (!done || (isPass && !done.text.includes(orderId))) return []
    const { recipient_email: email, recipient_phone: phone = '' } = JSON.parse(call.body!) as Recipient
    const to = email ?? phone.replace(/\D/g, '')
    return [{ to, sent: call.order, answered: done.order }]
  })
  const last = changes.filter((one) => !changes.some((other) => other.sent > one.answered))
  return last.some(({ to }) => to === sentTo)
    ? []
    : [`I4: gift ${orderId} is for ${last.map(({ to }) => to).join(' or ')}, and goes to ${sentTo}`]
}

type Recipient = { recipient_email?: string; recipient_phone?: string }

/** I2: a card is passed on once for each tap, with what was on the screen. */
function passes({ facts, stage }: Seen): string[] {
  const left = [...stage.book.passes]
  return facts.gifts
    .filter(({ passedCardId }) => passedCardId !== undefined)
    .flatMap(({ orderId, passedCardId, itemCents }) => {
      const at = left.findIndex(({ cardId, cents }) => cardId === passedCardId && cents === itemCents)
      if (at >= 0) left.splice(at, 1)
      return at >= 0 ? [] : [`I2: nobody passed ${itemCents} cents of ${passedCardId} on (${orderId})`]
    })
}

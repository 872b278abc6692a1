import { hashOfSecret } from '#server/plugins/auth.ts'
import { listAttempts } from '#db/attempts.ts'
import { guest } from '#db/database.ts'
import { listWaiting } from '#db/outbox.ts'
import type { Stage } from './acts.ts'
import type { Tap } from './book.ts'
import { type Facts, readFacts } from './facts.ts'
import type { SentCall } from './sent-call.ts'
import { password } from './people.ts'
import type { Phone } from './phone.ts'
import { place } from './server.ts'
import type { World } from './world.ts'

/** The invariants (docs/faults.md) as they stand when a session is over, from the restaurant's side and from the devices'. Gives what is broken, in words. */
export async function findBroken(world: World, stage: Stage, phones: Phone[]): Promise<string[]> {
  const facts = await readFacts(world)
  const seen: Seen = { world, stage, phones, facts, calls: callsByKey(world.calls) }
  return [
    ...stage.book.unexpected.map((error) => `no screen has words for: ${error}`),
    ...conservation(facts),
    ...oneEffect(seen),
    ...money(seen),
    ...receipts(seen),
    ...nothingSilent(seen),
    ...onePerson(seen),
    ...(await nothingLeft(phones)),
    ...noLeaks(seen),
  ]
}

type Seen = { world: World; stage: Stage; phones: Phone[]; facts: Facts; calls: Map<string, SentCall[]> }

function callsByKey(calls: SentCall[]): Map<string, SentCall[]> {
  const byKey = new Map<string, SentCall[]>()
  for (const call of calls)
    if (call.key !== undefined) byKey.set(call.key, [...(byKey.get(call.key) ?? []), call])
  return byKey
}

/** I1: what is on a card is what its rows come to, and no cent is made or lost. */
function conservation({ cards, ledgerCents, halfTransfers }: Facts): string[] {
  return [
    ...cards.flatMap(({ id, balance, rows }) =>
      balance === rows && balance >= 0
        ? []
        : [`I1: card ${id} has ${balance} cents, and its rows come to ${rows}`],
    ),
    ...(ledgerCents === 0 && halfTransfers === 0
      ? []
      : [`I1: the ledger is ${ledgerCents} cents off, ${halfTransfers} transfers have one side`]),
  ]
}

const isDone = ({ answers }: SentCall): boolean =>
  answers.some(({ status, text }) => status >= 200 && status < 300 && !/"has_error":true/.test(text))
const isExecuted = ({ calls }: Seen, tap: Tap): boolean => (calls.get(tap.opId) ?? []).some(isDone)

/** I2: each tap has one effect; I4 for lines: what was taken is there. */
function oneEffect(seen: Seen): string[] {
  const { facts, stage } = seen
  const markers = [...facts.tickets.values()].flatMap((ticket) => ticket.markers)
  const twice = markers.filter((marker, at) => markers.indexOf(marker) !== at)
  const unknown = markers.filter((marker) => !stage.used.has(marker))
  const ran = [...seen.calls].flatMap(([key, calls]) => {
    const changes = calls.filter(
      ({ path, method }) => method !== 'GET' && !path.endsWith('/withdraw') && !path.includes('/auth/'),
    )
    const times = changes
      .flatMap((call) => call.answers)
      .filter(({ status, replayed }) => status < 300 && !replayed).length
    return times > 1
      ? [`I2: ${changes[0]!.method} ${changes[0]!.path} under key ${key} took effect ${times} times`]
      : []
  })
  return [
    ...twice.map((marker) => `I2: "${marker}" is on the restaurant's orders twice`),
    ...unknown.map((marker) => `I2: nobody tapped "${marker}"`),
    ...ran,
    ...lostLines(seen, markers),
  ]
}

/** The last thing that the restaurant took of each line is how the line stands. */
function lostLines(seen: Seen, markers: string[]): string[] {
  const taps = seen.stage.book.taps.filter((tap) => isExecuted(seen, tap))
  const lineOf = ({ change }: Tap): string | undefined => ('lineId' in change ? change.lineId : undefined)
  // A line that this device did not make itself is known by the restaurant's number: which it is cannot be told from here.
  if (taps.some((tap) => lineOf(tap)?.startsWith('line-'))) return []
  return taps
    .filter(({ change }) => change.kind === 'item.add')
    .flatMap((added) => {
      const last = taps.filter((tap) => lineOf(tap) === lineOf(added)).at(-1)!
      const isThere = last.marker !== undefined && markers.includes(last.marker)
      return isThere === (last.change.kind !== 'item.remove')
        ? []
        : [
            `I4: ${last.change.kind} "${last.marker ?? added.marker}" was taken, and is not how the order stands`,
          ]
    })
}

/** I2, I5, I7 for money: who paid has what they paid for, at the price that they tapped, once. */
function money({ facts, stage }: Seen): string[] {
  const broken: string[] = []
  const byPayable = new Map<string, Facts['charges']>()
  for (const charge of facts.charges)
    byPayable.set(charge.payableId, [...(byPayable.get(charge.payableId) ?? []), charge])
  for (const [id, charges] of byPayable) {
    const tapped = stage.book.payTaps.filter((tap) => tap.serverId === id).map(({ cents }) => cents)
    for (const { cents } of charges)
      if (!tapped.includes(cents))
        broken.push(
          `I5: ${cents} cents were charged for ${id}, and ${tapped.join(', ') || 'nothing'} was on the screen`,
        )
    const kept = charges.filter(({ cents, refundedCents }) => refundedCents < cents)
    if (kept.length > 1) broken.push(`I2: ${id} was charged ${kept.length} times`)
    const ticket = facts.tickets.get(id)
    const isPlaced = ticket
      ? ticket.placedCents !== undefined && ticket.status !== 'Cancelled'
      : facts.cardOrders.get(id)?.status === 'Submitted'
    if (kept.length > 0 && !isPlaced)
      broken.push(
        `I7: ${id} is paid for (${kept[0]!.cents} cents) and is ${ticket?.status ?? facts.cardOrders.get(id)?.status}`,
      )
    const keptCents = kept.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0)
    const bookedCents = ticket?.cardCents ?? facts.cardOrders.get(id)?.paidCents
    if (keptCents !== bookedCents)
      broken.push(`I1: the provider took ${keptCents} cents for ${id}, and the books say ${bookedCents}`)
  }
  for (const { id, status, placedCents, giftCents, cardCents } of facts.tickets.values()) {
    if (placedCents !== undefined && status !== 'Cancelled' && giftCents + cardCents !== placedCents)
      broken.push(`I1: order ${id} came to ${placedCents} cents, and ${giftCents + cardCents} were paid`)
    if (status === 'Cancelled' && giftCents + cardCents > 0)
      broken.push(`I7: order ${id} is cancelled, and ${giftCents + cardCents} cents were not given back`)
    if (status === 'PaymentComplete' && cardCents > 0)
      broken.push(`I7: order ${id} is paid for and was not placed`)
  }
  for (const { id, status, paidCents, cardCents } of facts.cardOrders.values())
    if ((status === 'Submitted') !== paidCents > 0 || paidCents !== cardCents)
      broken.push(
        `I1: card order ${id} is ${status}: ${paidCents} cents were paid, ${cardCents} are on cards`,
      )
  return broken
}

/** I3: what a screen called done is done, and what it called not done is not. */
function receipts({ facts, stage }: Seen): string[] {
  const placed = [...stage.book.shownPlaced].flatMap((id) =>
    facts.tickets.get(id)?.placedCents === undefined
      ? [`I3: the screen showed ${id} as placed, and it is ${facts.tickets.get(id)?.status ?? 'nowhere'}`]
      : [],
  )
  const untaken = stage.book.payTaps.flatMap(({ serverId }, at, all) => {
    const said = all.filter((tap) => tap.serverId === serverId).map((tap) => tap.said)
    const isFirst = all.findIndex((tap) => tap.serverId === serverId) === at
    const isNo = said.every((one) => one === 'refused' || one === 'unsent' || one === 'card-problem')
    const kept = facts.charges.some(
      ({ payableId, cents, refundedCents }) => payableId === serverId && refundedCents < cents,
    )
    return isFirst && isNo && kept
      ? [`I3: every screen said that nothing was taken for ${serverId}, and the provider has money for it`]
      : []
  })
  return [...placed, ...untaken]
}

/** I4: every tap is with the restaurant, or its refusal was there to be read, or its person let it go. */
function nothingSilent(seen: Seen): string[] {
  const { stage, phones } = seen
  const shown = new Set(phones.flatMap((phone) => [...phone.shownRefusals]))
  return stage.book.taps.flatMap((tap, at, all) => {
    const isSuperseded =
      tap.change.kind === 'user.update' &&
      all.slice(at + 1).some((later) => later.change.kind === 'user.update' && later.phone === tap.phone)
    return tap.isWiped || isSuperseded || shown.has(tap.opId) || isExecuted(seen, tap)
      ? []
      : [
          `I4: ${tap.change.kind}${tap.marker ? ` "${tap.marker}"` : ''} (${tap.opId.slice(0, 8)}) of ${tap.maker} on ${tap.phone} is gone, and nobody was told`,
        ]
  })
}

/** I6: what somebody tapped goes out as them. */
function onePerson({ stage, calls, facts }: Seen): string[] {
  return stage.book.taps.flatMap((tap) =>
    (calls.get(tap.opId) ?? []).flatMap(({ token, by }) => {
      const sender = token === undefined ? guest : facts.owners.get(hashOfSecret(token))
      return sender === undefined || sender === tap.maker
        ? []
        : [`I6: ${tap.change.kind} of ${tap.maker} went out from ${by} as ${sender}`]
    }),
  )
}

/** I4, I6 and I9 on the devices: nothing hangs any more, and nobody else's things are there. */
async function nothingLeft(phones: Phone[]): Promise<string[]> {
  const broken: string[] = []
  for (const phone of phones) {
    const tab = phone.tabs.at(-1)!
    const principal = tab.services.principal()
    const waiting = (await listWaiting(tab.db, place.location)).filter((op) => op.principal === principal)
    for (const op of waiting)
      broken.push(`I9: ${op.change.kind} (${op.opId.slice(0, 8)}) still waits on ${phone.name}`)
    for (const one of await listAttempts(tab.db, place.location, principal))
      broken.push(
        `I9: nobody can tell what became of a payment (${one.payable} ${one.kind}) on ${phone.name}`,
      )
    const quarantine = (await tab.db.meta.get(`quarantine:${place.location}`))?.value as
      | { principal?: string }
      | undefined
    const mine = [guest, principal, quarantine?.principal, undefined]
    for (const table of tab.db.tables)
      for (const row of (await table.toArray()) as { principal?: string }[])
        if (!mine.includes(row.principal))
          broken.push(`I6: ${phone.name} holds a row of ${table.name} of somebody who is not here`)
  }
  return broken
}

/** I10: no address that was asked for bears a secret. */
function noLeaks({ world, stage }: Seen): string[] {
  const secrets = [
    password,
    ...Object.values(stage.people.members).flatMap(({ cards }) => cards.map(({ number }) => number)),
  ]
  return world.calls.flatMap(({ path, token }) =>
    [...secrets, ...(token === undefined ? [] : [token])].some((secret) => path.includes(secret))
      ? [`I10: ${path} bears a secret`]
      : [],
  )
}

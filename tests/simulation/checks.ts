import { hashOfSecret } from '#server/plugins/auth.ts'
import { listAttempts } from '#db/attempts.ts'
import { guest } from '#db/names.ts'
import { listWaiting } from '#db/outbox.ts'
import { deletedAccounts } from './account-checks.ts'
import { cardRefunds } from './card-refund-checks.ts'
import { disputes } from './dispute-checks.ts'
import type { CheckInTap, Stage, Tap } from './book.ts'
import { type Facts, readFacts } from './facts.ts'
import { gifts } from './gift-checks.ts'
import { isDone, lostLines } from './line-checks.ts'
import { money, rewards } from './money-checks.ts'
import { points, prices } from './price-checks.ts'
import { promoCodes } from './promo-checks.ts'
import { refunds } from './refund-checks.ts'
import type { Seen } from './seen.ts'
import type { SentCall } from './sent-call.ts'
import type { Phone } from './phone.ts'
import { slots } from './slot-checks.ts'
import { place } from './server.ts'
import type { World } from './world.ts'

/** Checks the invariants (docs/faults.md) at the end of a session, in the restaurant's data and on the devices. Gives a sentence for each violation. */
export async function findBroken(world: World, stage: Stage, phones: Phone[]): Promise<string[]> {
  const facts = await readFacts(world)
  const seen: Seen = { world, stage, phones, facts, calls: callsByKey(world.calls) }
  return [
    ...stage.book.unexpected.map((error) => `no screen has words for: ${error}`),
    ...conservation(facts),
    ...oneEffect(seen),
    ...money(seen),
    ...rewards(seen),
    ...prices(seen),
    ...points(seen),
    ...promoCodes(seen),
    ...refunds(seen),
    ...cardRefunds(seen),
    ...disputes(seen),
    ...slots(seen),
    ...gifts(seen),
    ...receipts(seen),
    ...(await nothingSilent(seen)),
    ...onePerson(seen),
    ...(await nothingLeft(seen)),
    ...(await deletedAccounts(seen)),
    ...noLeaks(seen),
  ]
}

function callsByKey(calls: SentCall[]): Map<string, SentCall[]> {
  const byKey = new Map<string, SentCall[]>()
  for (const call of calls)
    if (call.key !== undefined) byKey.set(call.key, [...(byKey.get(call.key) ?? []), call])
  return byKey
}

/** I1: a card's balance is the sum of its ledger rows, and no cent is made or lost. */
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

const isExecuted = ({ calls }: Seen, tap: Tap): boolean => (calls.get(tap.opId) ?? []).some(isDone)

/** I2: each tap has one effect; I4 for lines: what the restaurant accepted is there. */
function oneEffect(seen: Seen): string[] {
  const { facts, stage } = seen
  const markers = [...facts.tickets.values()].flatMap(({ lines }) => [...lines.values()])
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
    ...lostLines(seen),
    ...takenBack(seen),
  ]
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
  const cancelled = [...stage.book.shownCancelled].flatMap((id) =>
    facts.tickets.get(id)?.status === 'Cancelled'
      ? []
      : [`I3: the screen showed ${id} as canceled, and it is ${facts.tickets.get(id)?.status ?? 'nowhere'}`],
  )
  return [...placed, ...untaken, ...cancelled]
}

/** I2: what somebody took back, and was told had not been sent, has no effect. */
const takenBack = (seen: Seen): string[] =>
  seen.stage.book.taps
    .filter((tap) => seen.stage.book.takenBack.has(tap.opId) && isExecuted(seen, tap))
    .map(({ change, opId }) => `I2: ${change.kind} (${opId.slice(0, 8)}) was taken back, and took effect`)

/**
 * I4: no tap is lost silently. Each one is with the restaurant, or its refusal has been or can be read, or its person gave it up: by wiping the phone, by
 * taking it back (a dish with all later changes to it), by saving their details again, or by not signing in again for longer than it is kept.
 */
async function nothingSilent(seen: Seen): Promise<string[]> {
  const { stage, phones } = seen
  const { taps, takenBack: gone, read, signedOut, overdue } = stage.book
  const told = new Set([...read, ...(await listHeld(phones))])
  const goneLines = new Set(
    taps.flatMap(({ opId, change }) => (change.kind === 'item.add' && gone.has(opId) ? [change.lineId] : [])),
  )
  const reportedLines = new Set(
    taps.flatMap(({ opId, change }) => (change.kind === 'item.add' && told.has(opId) ? [change.lineId] : [])),
  )
  const isLetGo = ({ change, opId, isWiped, phone }: Tap, at: number): boolean =>
    isWiped ||
    gone.has(opId) ||
    (signedOut.size > 0 && overdue.has(phone)) ||
    ('lineId' in change && goneLines.has(change.lineId)) ||
    // Removing a line whose addition was refused has nothing to do.
    (change.kind === 'item.remove' && reportedLines.has(change.lineId)) ||
    (change.kind === 'user.update' &&
      taps.slice(at + 1).some((later) => later.change.kind === 'user.update' && later.phone === phone))
  return [
    ...taps.flatMap((tap, at) =>
      isLetGo(tap, at) || told.has(tap.opId) || isExecuted(seen, tap)
        ? []
        : [
            `I4: ${tap.change.kind}${tap.marker ? ` "${tap.marker}"` : ''} (${tap.opId.slice(0, 8)}) of ${tap.maker} on ${tap.phone} is gone, and nobody was told`,
          ],
    ),
    ...(await silentArrivals(seen)),
  ]
}

/** Ids of the changes that are not with the restaurant but not lost either: refused, with the refusal readable on the phone, or waiting. */
async function listHeld(phones: Phone[]): Promise<string[]> {
  const ids: (string | undefined)[] = []
  for (const phone of phones) {
    const { db } = phone.tabs.at(-1)!
    for (const { refusals } of await db.tickets.toArray()) ids.push(...refusals.map(({ opId }) => opId))
    for (const { refusal } of await db.users.toArray()) ids.push(refusal?.opId)
    // These wait for their owner to sign in again; changes of whoever is signed in now are I9's concern.
    for (const { opId } of await db.outbox.toArray()) ids.push(opId)
  }
  return ids.filter((id) => id !== undefined)
}

/** I4 for I'M HERE, which is one change however often it is tapped: the restaurant knows, or the phone says why not. */
async function silentArrivals({ stage, phones, world }: Seen): Promise<string[]> {
  const { overdue, signedOut } = stage.book
  const isTold = async ({ phone, ticketId }: CheckInTap): Promise<boolean> => {
    const { db } = phones.find(({ name }) => name === phone)!.tabs.at(-1)!
    return (await db.placedOrders.get(ticketId))?.refusal !== undefined
  }
  const isKnown = ({ ticketId }: CheckInTap): boolean =>
    world.calls.some(
      (call) =>
        call.path.endsWith(`/${ticketId}`) &&
        call.body?.includes('"recipient_checked_in":true') &&
        isDone(call),
    )
  const silent: string[] = []
  for (const tap of stage.book.checkIns)
    if (
      !tap.isWiped &&
      !(signedOut.size > 0 && overdue.has(tap.phone)) &&
      !isKnown(tap) &&
      !(await isTold(tap))
    )
      silent.push(`I4: I'M HERE of ${tap.maker} on ${tap.phone} is gone, and nobody was told`)
  return silent
}

/** I6: what somebody tapped is sent as that person. */
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

/** I6 and I9 on the devices: nothing hangs any more, and nothing of anybody else is there. */
async function nothingLeft({ phones }: Seen): Promise<string[]> {
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

/** I10: no requested address contains a secret, and no device has stored a secret that was typed. */
function noLeaks({ world, stage }: Seen): string[] {
  const cards = Object.values(stage.people.members).flatMap((member) => member.cards)
  const secrets = [...world.secrets, ...cards.map(({ number }) => number)]
  const asked = world.calls.filter(({ path, token }) =>
    [...secrets, ...(token === undefined ? [] : [token])].some((secret) => path.includes(secret)),
  )
  return [
    ...asked.map(({ path }) => `I10: ${path} bears a secret`),
    ...[...world.leaks].map((leak) => `I10: ${leak}`),
  ]
}

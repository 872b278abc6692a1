import { guest } from '#db/names.ts'
import { listWaitingOf } from '#db/waiting.ts'
import type { TicketChange } from '#db/outbox.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { dismissRefusals, findActiveTicket } from '#db/tickets.ts'
import { findUser } from '#db/users.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { signedInMeanwhile } from '#lib/session/signed-in-meanwhile.ts'
import { deleteOwnAccount } from './account-acts.ts'
import type { Stage } from './book.ts'
import { buyCard, buyPosted, reload } from './card-acts.ts'
import { drawDish } from './dishes.ts'
import { changeGift, passCard, resendGift, sendGift, takeBackGift } from './gift-acts.ts'
import { cancel, putOff } from './order-acts.ts'
import { type MoneyAct, moneyAt } from './money-acts.ts'
import { password } from './people.ts'
import type { Act } from './plan.ts'
import { enterCode } from './promo-acts.ts'
import { record } from './record.ts'
import { place } from './server.ts'
import type { Tab } from './tab.ts'

/** What a guest does in a tab, through the same functions that the product's screens call. */

type LineAct = Extract<Act, { line: number }>

const contact = {
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_email: 'ada@example.com',
  recipient_phone: '(212) 555-0147',
}
const address = {
  recipient_address: '1 Main Street',
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}

async function tapLine(stage: Stage, tab: Tab, act: LineAct): Promise<void> {
  const lines = (await tab.look())?.lines ?? []
  const at = lines[act.line % Math.max(1, lines.length)]
  if (act.do === 'remove') {
    if (at && !at.noDelete) await record(stage, tab, { kind: 'item.remove', lineId: at.lineId })
    return
  }
  if (act.do === 'change' && !at) return
  const drawn = drawDish(act.dish, act.quantity, stage.used)
  if (!drawn) return
  const { marker, line, shown } = drawn
  const change: TicketChange =
    act.do === 'change' && at
      ? { kind: 'item.change', lineId: at.lineId, line, shown }
      : { kind: 'item.add', lineId: tab.services.ids.uuid(), line, shown }
  await record(stage, tab, change, marker)
}

async function checkIn(stage: Stage, tab: Tab): Promise<void> {
  const { phone, services } = tab
  const last = await findLastPlaced(tab.db, place.location, services.principal())
  if (!last) return
  const { ticketId } = last
  const [maker, wipes] = [tab.maker, stage.book.wipesOf(phone.name)]
  await services.checkIn(ticketId, {
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_color: 'blue',
    vehicle_license: 'LAR-1040',
  })
  phone.world.tell(tab.life.name, `taps I'M HERE of ${ticketId.slice(0, 8)}`)
  const isWiped = stage.book.wipesOf(phone.name) !== wipes
  const { nowMs: atMs } = phone.world.scheduler
  stage.book.checkIns.push({ ticketId, phone: phone.name, maker, atMs, isWiped })
}

async function edit(stage: Stage, tab: Tab): Promise<void> {
  if (tab.services.principal() === guest) return
  const { maker, phone } = tab
  const body = {
    first_name: 'Ada',
    last_name: 'Guest',
    dob: '',
    phone: '2125550147',
    address: '1 Main Street',
    address2: `of ${maker}`,
    city: 'New York',
    state: 'NY',
    zip: '10011',
  }
  const wipes = stage.book.wipesOf(phone.name)
  const opId = await tab.saveUser(body)
  const isWiped = stage.book.wipesOf(phone.name) !== wipes
  stage.book.taps.push({
    opId,
    change: { kind: 'user.update' },
    phone: phone.name,
    maker,
    atMs: phone.world.scheduler.nowMs,
    isWiped,
  })
  phone.world.tell(tab.life.name, `saves their details: written down as ${opId.slice(0, 8)}`)
}

async function signOut(stage: Stage, tab: Tab): Promise<void> {
  if (tab.services.principal() === guest) return
  tab.phone.world.tell(tab.life.name, 'signs out')
  // The member was asked about the unsent changes, and agreed to lose them.
  stage.book.wipe(tab.phone.name)
  const principal = tab.services.principal()
  await tab.services.session.signOut('anything')
  stage.book.wipe(tab.phone.name)
  for (const table of tab.db.tables)
    for (const row of (await table.toArray()) as { principal?: string }[])
      if (row.principal === principal)
        stage.book.unexpected.push(`I6: a row of ${table.name} is still there when signing out is done`)
}

export async function signIn(stage: Stage, tab: Tab, who: 'ada' | 'ben'): Promise<void> {
  // Somebody who is signed in sees no sign-in form.
  if (tab.services.principal() !== guest) return
  const { email } = stage.people.members[who]
  tab.phone.world.tell(tab.life.name, `signs in as ${email}`)
  const { phone } = tab
  const { scheduler } = phone.world
  const nothingGoes = stage.book.signsIn(phone.name, email, scheduler.nowMs)
  try {
    await tab.services.session.signIn({ kind: 'password', email, password })
  } catch (error) {
    if (error instanceof AppError && error.code === signedInMeanwhile) nothingGoes()
    throw error
  }
  stage.book.hasSignedIn(phone.name, email, scheduler.nowMs)
}

/** Reads a refusal and dismisses it. */
async function read(stage: Stage, tab: Tab): Promise<void> {
  const { db, services } = tab
  const principal = services.principal()
  const active = await findActiveTicket(db, place.location, principal)
  const ofUser = (await findUser(db, place.location, principal))?.refusal
  const refused = [...(active?.row.refusals ?? []), ...(ofUser ? [ofUser] : [])]
  if (refused.length === 0) return
  tab.phone.world.tell(tab.life.name, `reads what was refused: ${refused.length}`)
  tab.phone.world.count('read what was refused')
  for (const { opId } of refused) stage.book.read.add(opId)
  if (active)
    await dismissRefusals(
      db,
      active.row.draftId,
      active.row.refusals.map(({ opId }) => opId),
    )
  if (ofUser) await services.dismissUserRefusal()
}

/** Takes back the newest of the waiting changes. */
async function takeBack(stage: Stage, tab: Tab): Promise<void> {
  const who = { locationId: place.location, principal: tab.services.principal() }
  const op = (await listWaitingOf(tab.db, who)).changes.at(-1)
  // Creating the order is not a tap of its own, so nobody can take it back.
  if (!op || op.change.kind === 'ticket.create') return
  const state = await tab.services.discard(op.opId)
  tab.phone.world.tell(tab.life.name, `takes ${op.change.kind} ${op.opId.slice(0, 8)} back: ${state}`)
  tab.phone.world.count(`take back: ${state}`)
  if (state === 'discarded') stage.book.takenBack.add(op.opId)
}

/** Performs one act in a tab. Rejects as the product's own functions do. */
export async function actAt(stage: Stage, tab: Tab, act: Act): Promise<void> {
  switch (act.do) {
    case 'add':
    case 'change':
    case 'remove':
      return await tapLine(stage, tab, act as LineAct)
    case 'tip':
      return (await tab.look()) && (await record(stage, tab, { kind: 'ticket.tip', tipCents: act.cents }))
    case 'details': {
      const way = act.delivery
        ? { use_delivery: true, use_curbside: false, ...address }
        : { use_curbside: true, use_delivery: false }
      return (
        (await tab.look()) &&
        (await record(stage, tab, { kind: 'ticket.update', body: { ...way, ...contact } }))
      )
    }
    case 'later':
      return await putOff(stage, tab, act.slot)
    case 'code':
      return await enterCode(stage, tab, act.code)
    case 'code-off':
      if ((await tab.look())?.promoCode !== undefined)
        await record(stage, tab, { kind: 'ticket.update', body: { promo_code: '' } })
      return
    case 'cancel':
      return await cancel(stage, tab)
    case 'pay':
    case 'place':
    case 'gift':
    case 'gift-number':
    case 'reward':
    case 'release':
    case 'settle':
      return await moneyAt(stage, tab, act as MoneyAct)
    case 'buy-card':
      return await buyCard(stage, tab, act)
    case 'reload':
      return await reload(stage, tab, act)
    case 'buy-posted':
      return await buyPosted(stage, tab, act)
    case 'send-gift':
      return await sendGift(stage, tab, act)
    case 'change-gift':
      return await changeGift(stage, tab, act)
    case 'resend-gift':
      return await resendGift(stage, tab)
    case 'pass-card':
      return await passCard(stage, tab, act)
    case 'take-back-gift':
      return await takeBackGift(stage, tab)
    case 'read':
      return await read(stage, tab)
    case 'take-back':
      return await takeBack(stage, tab)
    case 'check-in':
      return await checkIn(stage, tab)
    case 'edit':
      return await edit(stage, tab)
    case 'sign-in':
      return await signIn(stage, tab, act.who)
    case 'sign-out':
      return await signOut(stage, tab)
    case 'delete-account':
      return await deleteOwnAccount(stage, tab)
    case 'wake':
      return await tab.wake()
    default:
      throw new Error(`nobody does ${act.do} at a tab`)
  }
}

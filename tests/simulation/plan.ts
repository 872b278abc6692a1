import { type Code, codes, scarceCodes } from './offers.ts'
import { netFaults, type NetFault } from './sent-call.ts'
import type { Name, PaysWith } from './people.ts'
import type { Random } from './random.ts'

/**
 * A payment card, and how its owner answers when their bank asks. `late`: after everybody has given up; `lost`: a yes whose confirmation never reaches the
 * phone.
 */
export type PayWith = { with: PaysWith; owner: 'yes' | 'no' | 'late' | 'lost' }

/** Whom a gift is for, how it is sent, and in how many ms; undefined: right away. A gift that is changed is sent as it was to be before. */
export type GiftFor = { to: number; by: 'email' | 'text'; inMs: number | undefined; zone: string }

/** Staff look at a placed order and refund a part of it; `share` draws how many of each dish. */
export type RefundAct = {
  do: 'refund'
  which: number
  isWhole: boolean
  share: number
  delivery: boolean
  tip: boolean
  /** How long they look before they tap. */
  looksMs: number
  sends: 'once' | 'twice' | 'two people'
}

/** Staff look at an order of gift cards, and refund what is left on its cards. */
export type RefundCardsAct = Pick<RefundAct, 'which' | 'looksMs' | 'sends'> & {
  do: 'refund-cards'
  /** With its postage. */
  shipping: boolean
}

/** A cardholder's bank takes a payment or a part of it back, or asks about it; and decides. */
type BankAct =
  | { do: 'dispute'; which: number; share: number; isInquiry: boolean }
  | { do: 'decide'; which: number; how: 'won' | 'lost' | 'escalate' }

/** What somebody or something does in a session. Plain data: a session is a list of these, so leaving some out makes it shorter. */
export type Act =
  | { do: 'add' | 'change' | 'remove'; line: number; dish: number; quantity: number }
  | { do: 'tip'; cents: number }
  | { do: 'details'; delivery: boolean }
  | { do: 'wake' | 'place' | 'settle' | 'release' | 'sign-out' | 'check-in' | 'edit' | 'read' | 'take-back' }
  | { do: 'delete-account' }
  | ({ do: 'pay' } & PayWith)
  | { do: 'gift' | 'gift-number'; card: number }
  | { do: 'reward'; which: number }
  | { do: 'later'; slot: number }
  | { do: 'code'; code: Code }
  | { do: 'code-off' | 'cancel' }
  | ({ do: 'buy-card'; dollars: number; code: Code | undefined } & PayWith)
  | ({ do: 'buy-posted'; dollars: number; quantity: number; code: Code | undefined } & PayWith)
  | ({ do: 'reload'; card: number; dollars: number; code: Code | undefined } & PayWith)
  | ({ do: 'send-gift'; dollars: number; code: Code | undefined } & PayWith & GiftFor)
  | ({ do: 'change-gift' } & GiftFor)
  | ({ do: 'pass-card'; card: number } & GiftFor)
  | { do: 'resend-gift' | 'take-back-gift' }
  | { do: 'open-gift'; which: number }
  | { do: 'sign-in'; who: Name }
  | { do: 'open-tab' | 'close-tab' | 'switch-tab' | 'die' | 'evict' | 'new-build' }
  | { do: 'end-at'; waits: number }
  | { do: 'worker'; ends: number }
  | { do: 'full'; writes: number }
  | { do: 'signal'; on: boolean }
  | { do: 'faults'; faults: (NetFault | null)[] }
  | { do: 'clock'; byMs: number }
  | { do: 'server-dies'; trips: number }
  | { do: 'server-round' | 'server-starts' }
  | { do: 'server-clock'; byMs: number }
  | { do: 'sessions-end'; of: Name }
  | { do: 'provider'; faults: ('lost-before' | 'lost-after' | null)[] }
  | { do: 'kitchen'; which: number; status: 'Preparing' | 'Ready' | 'Completed' | 'Cancelled' }
  | RefundAct
  | RefundCardsAct
  | BankAct

export type Step = Act & {
  /** The phone that does it; undefined: the restaurant's side. */
  phone: number | undefined
  /** How long after the previous step (ms). */
  afterMs: number
  /** The next step does not wait for it to finish. */
  atOnce: boolean
}

export type Plan = {
  phones: number
  /** How many processes of the server share the database. */
  servers: number
  /** Who is signed in on each phone at the beginning. */ people: (Name | undefined)[]
  steps: Step[]
  /** Whether everybody who has an unplaced order pays for it once all faults are over; otherwise nobody comes back. */
  comesBack: boolean
}

type Weighted = { weight: number; make: (random: Random) => Act }

const quantity = (random: Random): number => 1 + random.below(10)
const line = (what: 'add' | 'change' | 'remove', weight: number): Weighted => ({
  weight,
  make: (random) => ({ do: what, line: random.below(6), dish: random.below(6), quantity: quantity(random) }),
})
const payWith = (random: Random): PayWith => ({
  with: random.chance(0.7) ? 'good' : random.pick(['declined', 'asks', 'asks', 'asks, and declines']),
  owner: random.chance(0.6) ? 'yes' : random.pick(['no', 'late', 'lost']),
})
const dollars = (random: Random): number => 5 + random.below(100)
const maybeCode = (random: Random): Code | undefined => (random.chance(0.5) ? random.pick(codes) : undefined)

function giftFor(random: Random): GiftFor {
  const who = random.below(6)
  return {
    to: who % 3,
    by: who < 4 ? 'email' : 'text',
    inMs: random.chance(0.5) ? undefined : random.pick([120_000, 600_000, 3 * 86_400_000]),
    zone: random.pick(['America/New_York', 'Europe/Berlin']),
  }
}

const ofGuests: Weighted[] = [
  line('add', 14),
  line('change', 6),
  line('remove', 4),
  { weight: 4, make: (random) => ({ do: 'tip', cents: random.below(1500) }) },
  { weight: 10, make: (random) => ({ do: 'details', delivery: random.chance(0.3) }) },
  { weight: 22, make: (random) => ({ do: 'pay', ...payWith(random) }) },
  { weight: 6, make: () => ({ do: 'place' }) },
  { weight: 4, make: (random) => ({ do: 'gift-number', card: random.below(2) }) },
  { weight: 8, make: () => ({ do: 'wake' }) },
  { weight: 4, make: () => ({ do: 'settle' }) },
  {
    weight: 4,
    make: (random) => ({
      do: 'buy-card',
      dollars: dollars(random),
      code: maybeCode(random),
      ...payWith(random),
    }),
  },
  {
    weight: 3,
    make: (random) => ({
      do: 'buy-posted',
      dollars: dollars(random),
      quantity: 1 + random.below(3),
      code: maybeCode(random),
      ...payWith(random),
    }),
  },
  {
    weight: 4,
    make: (random) => ({
      do: 'send-gift',
      dollars: dollars(random),
      code: maybeCode(random),
      ...payWith(random),
      ...giftFor(random),
    }),
  },
  { weight: 4, make: (random) => ({ do: 'change-gift', ...giftFor(random) }) },
  { weight: 2, make: () => ({ do: 'resend-gift' }) },
  { weight: 5, make: (random) => ({ do: 'later', slot: random.below(6) }) },
  { weight: 8, make: (random) => ({ do: 'code', code: random.pick(codes) }) },
  { weight: 2, make: () => ({ do: 'code-off' }) },
  { weight: 2, make: () => ({ do: 'cancel' }) },
  { weight: 4, make: () => ({ do: 'check-in' }) },
  { weight: 2, make: () => ({ do: 'read' }) },
  { weight: 3, make: () => ({ do: 'take-back' }) },
  { weight: 4, make: (random) => ({ do: 'sign-in', who: random.pick(['ada', 'ben']) }) },
  { weight: 3, make: () => ({ do: 'open-tab' }) },
  { weight: 3, make: () => ({ do: 'switch-tab' }) },
  { weight: 1, make: () => ({ do: 'close-tab' }) },
]
const ofMembers: Weighted[] = [
  { weight: 10, make: (random) => ({ do: 'gift', card: random.below(2) }) },
  { weight: 6, make: (random) => ({ do: 'reward', which: random.below(2) }) },
  { weight: 4, make: () => ({ do: 'edit' }) },
  { weight: 4, make: () => ({ do: 'release' }) },
  { weight: 2, make: () => ({ do: 'sign-out' }) },
  { weight: 4, make: (random) => ({ do: 'pass-card', card: random.below(2), ...giftFor(random) }) },
  { weight: 3, make: () => ({ do: 'take-back-gift' }) },
  {
    weight: 5,
    make: (random) => ({
      do: 'reload',
      card: random.below(2),
      dollars: dollars(random),
      code: maybeCode(random),
      ...payWith(random),
    }),
  },
]
const faults: Weighted[] = [
  { weight: 20, make: (random) => ({ do: 'faults', faults: drawFaults(random) }) },
  { weight: 10, make: () => ({ do: 'signal', on: false }) },
  { weight: 8, make: (random) => ({ do: 'end-at', waits: 1 + random.below(60) }) },
  { weight: 3, make: () => ({ do: 'die' }) },
  { weight: 1, make: () => ({ do: 'evict' }) },
  { weight: 2, make: () => ({ do: 'new-build' }) },
  { weight: 2, make: (random) => ({ do: 'full', writes: 1 + random.below(3) }) },
  {
    weight: 3,
    make: (random) => ({
      do: 'clock',
      byMs: random.pick([-7_200_000, -90_000, 90_000, 3_600_000, 200_000_000]),
    }),
  },
  { weight: 4, make: (random) => ({ do: 'worker', ends: random.chance(0.4) ? 1 + random.below(30) : 0 }) },
]
const ofTheHouse: Weighted[] = [
  { weight: 3, make: (random) => ({ do: 'sessions-end', of: random.pick(['ada', 'ben']) }) },
  { weight: 4, make: (random) => ({ do: 'server-dies', trips: random.below(14) }) },
  { weight: 4, make: () => ({ do: 'server-starts' }) },
  { weight: 6, make: () => ({ do: 'server-round' }) },
  { weight: 4, make: (random) => ({ do: 'open-gift', which: random.below(3) }) },
  { weight: 6, make: (random) => ({ do: 'provider', faults: drawProviderFaults(random) }) },
  {
    weight: 4,
    make: (random) => ({
      do: 'kitchen',
      which: random.below(3),
      status: random.pick(['Preparing', 'Ready', 'Completed', 'Cancelled']),
    }),
  },
]

type ProviderFaults = Extract<Act, { do: 'provider' }>['faults']
function drawProviderFaults(random: Random): ProviderFaults {
  const drawn: ProviderFaults = []
  do drawn.push(random.pick(['lost-before', 'lost-after']))
  while (drawn.length < 4 && random.chance(0.4))
  return [...drawn, null]
}

function drawFaults(random: Random): (NetFault | null)[] {
  const drawn: (NetFault | null)[] = []
  do drawn.push(random.chance(0.35) ? null : random.pick(netFaults))
  while (drawn.length < 6 && random.chance(0.5))
  return drawn.some((one) => one !== null) ? drawn : [random.pick(netFaults)]
}

function draw(from: Weighted[], random: Random): Act {
  let left = random.next() * from.reduce((sum, one) => sum + one.weight, 0)
  for (const one of from) {
    left -= one.weight
    if (left < 0) return one.make(random)
  }
  return from[0]!.make(random)
}

/** The smallest number of faults in a session. */
const leastFaults = 3

/**
 * Gives each session a bias: some acts become rare, others frequent. Such sessions find bugs that need two or three rare
 * things at once, which with equal weights hardly ever meet.
 */
const bent = (from: readonly Weighted[], random: Random): Weighted[] =>
  from.map((one) => ({ ...one, weight: one.weight * random.pick([0.1, 1, 1, 4]) }))

/** How fast people act: the share of steps that nobody waits for, and of those that follow quickly. */
const paces = [
  { atOnce: 0.25, soon: 0.3 },
  { atOnce: 0.25, soon: 0.3 },
  { atOnce: 0.7, soon: 0.8 },
] as const

/** Draws a session: its people, what they do, and what goes wrong meanwhile. */
export function drawPlan(random: Random): Plan {
  const phones = random.chance(0.25) ? 2 : 1
  const isMember = random.chance(0.45)
  const people = Array.from({ length: phones }, () =>
    isMember ? random.pick<Name>(['ada', 'ada', 'ben']) : undefined,
  )
  const pace = random.pick(paces)
  const acts = bent(isMember ? [...ofGuests, ...ofMembers] : ofGuests, random)
  const steps: Step[] = []
  const push = (act: Act, phone: number | undefined): void => {
    const afterMs = random.chance(pace.soon) ? random.below(50) : random.below(4000)
    steps.push({ ...act, phone, afterMs, atOnce: random.chance(pace.atOnce) })
  }
  for (let phone = 0; phone < phones; phone++) {
    push(draw([line('add', 1)], random), phone)
    push({ do: 'details', delivery: false }, phone)
  }
  const length = 4 + random.below(10)
  // Most of a session's codes are the same one: only then it is used up, or used by somebody a second time.
  const favorite = random.pick(random.chance(0.5) ? scarceCodes : codes)
  for (let at = 0; at < length; at++) {
    const drawn = draw(acts, random)
    const act = 'code' in drawn && drawn.code && random.chance(0.7) ? { ...drawn, code: favorite } : drawn
    const phone = random.below(phones)
    push(act, phone)
    if (act.do === 'send-gift' || act.do === 'pass-card')
      for (const next of drawAfterGift(act.do, random)) push(next, phone)
  }
  push({ do: 'pay', with: 'good', owner: 'yes' }, random.below(phones))
  addFaults(steps, phones, random)
  addRefunds(steps, random)
  addOpenings(steps, random)
  addCardRefunds(steps, random.fork('of card refunds'))
  addDisputes(steps, random.fork('of disputes'))
  addClockJump(steps, random.fork('of the server’s clock'))
  if (isMember) addDeletion(steps, people, random.fork('of a deletion'))
  const servers = random.fork('servers').chance(0.15) ? 2 : 1
  return { phones, servers, people, steps, comesBack: random.chance(0.5) }
}

/** What a giver does with a gift: drawn by themselves, these acts would seldom find one. */
function drawAfterGift(what: 'send-gift' | 'pass-card', random: Random): Act[] {
  const many = random.below(4)
  return Array.from({ length: many }, () =>
    random.chance(0.5)
      ? { do: 'change-gift', ...giftFor(random) }
      : { do: random.pick(what === 'pass-card' ? ['take-back-gift', 'resend-gift'] : ['resend-gift']) },
  )
}

/** Staff refund parts of orders, mostly once people have paid. */
function addRefunds(steps: Step[], random: Random): void {
  if (!random.chance(0.45)) return
  const many = 1 + random.below(3)
  for (let count = 0; count < many; count++)
    steps.push({
      do: 'refund',
      which: random.below(3),
      isWhole: random.chance(0.25),
      share: random.below(1000),
      delivery: random.chance(0.4),
      tip: random.chance(0.3),
      looksMs: random.below(8000),
      sends: random.chance(0.6) ? 'once' : random.pick(['twice', 'two people']),
      phone: undefined,
      afterMs: random.below(count === 0 ? 40_000 : 6000),
      atOnce: random.chance(0.5),
    })
  const ofRefunds = random.fork('of refunds')
  if (!ofRefunds.chance(0.5)) return
  // A payment card gets its part in the server's next round: its answer is lost only by a fault right before that.
  const inTurn = { phone: undefined, afterMs: 8000, atOnce: false }
  steps.push(
    { do: 'provider', faults: drawProviderFaults(ofRefunds), ...inTurn },
    { do: 'server-round', ...inTurn },
  )
}

/** Staff refund orders of gift cards, some time after they were paid. */
function addCardRefunds(steps: Step[], random: Random): void {
  const bought = steps.filter((step) => 'dollars' in step)
  for (const _order of bought)
    if (random.chance(0.4))
      steps.push({
        do: 'refund-cards',
        which: random.below(4),
        shipping: random.chance(0.5),
        looksMs: random.below(8000),
        sends: random.chance(0.6) ? 'once' : random.pick(['twice', 'two people']),
        phone: undefined,
        afterMs: random.below(15_000),
        atOnce: random.chance(0.5),
      })
  const lost = random.fork('of lost answers')
  if (bought.length === 0 || !lost.chance(0.3)) return
  // As of refunds.
  const inTurn = { phone: undefined, afterMs: 8000, atOnce: false }
  steps.push({ do: 'provider', faults: ['lost-after', null], ...inTurn }, { do: 'server-round', ...inTurn })
}

/** A payment is disputed, before or after some of it goes back; sometimes the provider's answer to a refund was lost just then. */
function addDisputes(steps: Step[], random: Random): void {
  if (!random.chance(0.3)) return
  let from = Math.floor(steps.length / 2)
  const insert = (act: Act): void => {
    from += random.below(steps.length + 1 - from)
    steps.splice(from++, 0, { ...act, phone: undefined, afterMs: random.below(12_000), atOnce: true })
  }
  const many = 1 + random.below(2)
  for (let which = 0; which < many; which++) {
    if (random.chance(0.4)) {
      insert({ do: 'provider', faults: ['lost-after', null] })
      insert({ do: 'server-round' })
    }
    insert({
      do: 'dispute',
      which: random.below(3),
      share: random.below(1000),
      isInquiry: random.chance(0.2),
    })
    if (random.chance(0.4)) insert({ do: 'kitchen', which: random.below(3), status: 'Cancelled' })
    if (random.chance(0.5)) insert({ do: 'server-round' })
    while (random.chance(0.6)) insert({ do: 'decide', which, how: random.pick(['won', 'lost', 'escalate']) })
  }
}

/** The server's clock jumps by hours, and is set right later, or when everything is calm again. */
function addClockJump(steps: Step[], random: Random): void {
  if (!random.chance(0.1)) return
  const byMs = Math.round((random.chance(0.5) ? 1 : -1) * (1 + random.next() * 5) * 3_600_000)
  let from = 0
  for (const one of random.chance(0.5) ? [byMs, -byMs] : [byMs]) {
    from += random.below(steps.length + 1 - from)
    const act: Act = { do: 'server-clock', byMs: one }
    steps.splice(from++, 0, { ...act, phone: undefined, afterMs: random.below(8000), atOnce: true })
  }
}

/** A member deletes their account, mostly before they have ordered: an order on its way forbids it. If they have another phone, something mostly waits there. */
function addDeletion(steps: Step[], people: Plan['people'], random: Random): void {
  if (!random.chance(people.length === 2 ? 0.6 : 0.05)) return
  const phone = random.below(people.length)
  const insert = (at: number, of: number, all: readonly (Act & { afterMs: number })[]): void =>
    void steps.splice(at, 0, ...all.map((one) => ({ ...one, phone: of, atOnce: false })))
  const place = (): number =>
    random.chance(0.7) ? random.below(2 * people.length + 2) : random.below(steps.length + 1)
  if (people.length === 2 && random.chance(0.8))
    insert(place(), 1 - phone, [
      { do: 'signal', on: false, afterMs: 100 },
      { do: 'edit', afterMs: 100 },
      { do: 'add', line: 0, dish: random.below(6), quantity: quantity(random), afterMs: 100 },
      { do: 'signal', on: true, afterMs: 40_000 },
    ])
  insert(place(), phone, [{ do: 'delete-account', afterMs: random.below(15_000) }])
}

/** Whoever got a gift opens it, some time after it was sent. */
function addOpenings(steps: Step[], random: Random): void {
  const gifts = steps.filter((step) => step.do === 'send-gift' || step.do === 'pass-card')
  for (const _gift of gifts)
    if (random.chance(0.4))
      steps.push({
        do: 'open-gift',
        which: random.below(3),
        phone: undefined,
        afterMs: random.below(15_000),
        atOnce: true,
      })
}

/** Inserts faults between the steps. A lost signal comes back, or there would be little left to go wrong. */
function addFaults(steps: Step[], phones: number, random: Random): void {
  const ofPhones = bent(faults, random)
  const ofHouse = bent(ofTheHouse, random)
  const many = leastFaults + random.below(4)
  for (let count = 0; count < many; count++) {
    const isHouse = random.chance(0.25)
    const phone = isHouse ? undefined : random.below(phones)
    const act = draw(isHouse ? ofHouse : ofPhones, random)
    const insert = (one: Act, from: number): number => {
      const at = from + random.below(steps.length + 1 - from)
      steps.splice(at, 0, { ...one, phone, afterMs: random.below(isHouse ? 8000 : 200), atOnce: true })
      return at
    }
    const at = insert(act, 0)
    if (act.do === 'signal') insert({ do: 'signal', on: true }, at + 1)
  }
}

import { dayMs } from '#contract/durations.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { emailHashOf, insertUser, newUser } from '#server/modules/accounts/users.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { Passwords } from '#server/ports/passwords.ts'
import { seedCards } from './cards.ts'
import { seedDevices } from './devices.ts'
import { seedPastOrder } from './orders.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { seedRewards } from './rewards.ts'

type DemoPorts = {
  clock: Clock
  ids: Ids
  passwords: Pick<Passwords, 'hash'>
  cipher: DataCipher
}

const marker = 'demo_world'
const lockedForMs = 10 * 365 * dayMs

/** Whether this database ever had the demo world, whose passwords are public. */
export async function hasDemoWorld(database: Queryable): Promise<boolean> {
  return (await database.query('SELECT 1 AS seeded FROM server_secrets WHERE name = $1', [marker])).length > 0
}

/**
 * Puts the demo world (docs/design/demo-world.md, People, cards, codes) into a database without users: for each merchant, what its settings switch on. Returns
 * whether it did; a second time, or where there are users, it changes nothing. Every password is hashed once, not once per merchant.
 */
export async function seedDemo(
  database: Database,
  merchants: readonly Merchant[],
  ports: DemoPorts,
): Promise<boolean> {
  const homes = merchants.filter(({ location }) => location.settings.my_account?.enable)
  if (homes.length === 0 || (await hasUsers(database))) return false
  const hashes = new Map(
    await Promise.all(
      demoPeople.map(async ({ key, password }) => [key, await ports.passwords.hash(password)] as const),
    ),
  )
  return database.transaction(async (tx) => {
    // If two processes start at once, the second waits here for the first, and then has nothing to do.
    const claimed = await tx.query(
      `INSERT INTO server_secrets (name, value, created_at) VALUES ($1, 'seeded', $2) ON CONFLICT (name) DO NOTHING RETURNING 1 AS claimed`,
      [marker, ports.clock.now()],
    )
    if (claimed.length === 0 || (await hasUsers(tx))) return false
    for (const merchant of homes) await seedMerchant(tx, merchant, hashes, ports)
    return true
  })
}

const hasUsers = async (database: Queryable): Promise<boolean> =>
  (await database.query('SELECT 1 AS one FROM users LIMIT 1')).length > 0

type Hashes = ReadonlyMap<DemoPerson['key'], string>

async function seedMerchant(
  tx: Transaction,
  merchant: Merchant,
  hashes: Hashes,
  ports: DemoPorts,
): Promise<void> {
  const nowMs = ports.clock.now()
  const users = new Map<DemoPerson['key'], string>()
  for (const person of demoPeople) {
    const id = ports.ids.uuid()
    users.set(person.key, id)
    await seedPerson(tx, merchant.locationId, { id, person, passwordHash: hashes.get(person.key) }, nowMs)
  }
  seedDevices(tx, merchant.locationId, nowMs)
  if (merchant.location.settings.cards?.digital?.enable) seedCards(tx, merchant, users, ports)
  const memberId = users.get('member')!
  const orders = [9, 3].flatMap((daysAgo, index) => {
    const order = {
      id: ports.ids.secret(),
      userId: memberId,
      person: demoPeople[0]!,
      number: index + 1,
      count: 2,
      daysAgo,
    }
    return seedPastOrder(tx, merchant, order, nowMs) ?? []
  })
  if (merchant.location.settings.rewards?.enable) seedRewards(tx, merchant, memberId, orders, ports)
}

type Seeded = { id: string; person: DemoPerson; passwordHash: string | undefined }

async function seedPerson(
  tx: Transaction,
  locationId: string,
  { id, person, passwordHash }: Seeded,
  nowMs: number,
): Promise<void> {
  const { key, email, firstName, lastName, role, phone, dob, address } = person
  const createdAt = nowMs - 210 * dayMs
  const account = { ...newUser(id, email, createdAt), firstName, lastName, role, phone, dob, ...address }
  await insertUser(tx, locationId, { ...account, passwordHash, confirmedAt: createdAt })
  if (key !== 'locked') return
  // The same lock as after five wrong passwords, but dated ahead so that it outlasts any demo: a lock's time counts from when it was made.
  tx.later(
    'INSERT INTO sign_in_failures (location_id, email_hash, failures, locked_at, last_failed_at) VALUES ($1, $2, 5, $3, $4)',
    [locationId, emailHashOf(locationId, email), nowMs + lockedForMs, nowMs],
  )
}

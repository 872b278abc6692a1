import type { Database } from '#server/db/database.ts'
import { type Settings, SettingsError } from '#server/env.ts'
import type { PortContext } from '#server/make-ports.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { argon2Passwords } from '#server/ports/passwords.ts'
import { findDemoEgift } from './cards.ts'
import { demoSignIn } from './people.ts'
import { hasDemoWorld, seedDemo } from './seed.ts'

/** The demo world, as a start needs it. */

type DemoOptions = { settings: Pick<Settings, 'environment'>; seedDemo?: boolean }

/** The demo's passwords are known to everybody, so production does not start on a database that ever had it. Throws SettingsError there. */
export async function refuseDemo(
  { environment }: DemoOptions['settings'],
  database: Database,
): Promise<void> {
  if (environment === 'prod' && (await hasDemoWorld(database)))
    throw new SettingsError(
      'ENVIRONMENT=prod does not start on a database with the demo accounts: their passwords are public. Use another database.',
    )
}

/** Puts the demo world into a database without users; never in production. */
export async function prepareDemo(
  { settings, seedDemo: wanted = true }: DemoOptions,
  context: PortContext,
  cipher: DataCipher,
): Promise<void> {
  if (settings.environment === 'prod' || !wanted) return
  await seedDemo(context.database, context.directory.list(), {
    ...context,
    cipher,
    passwords: argon2Passwords,
  })
}

/** Who to sign in as; undefined where the demo world is not. */
export const findDemoSignIn = async (
  database: Database,
): Promise<{ email: string; password: string } | undefined> =>
  (await hasDemoWorld(database)) ? { email: demoSignIn.email, password: demoSignIn.password } : undefined

/** The id of the gift that can be opened at a merchant; undefined where there is none. */
export async function findDemoGift(
  database: Database,
  cipher: DataCipher,
  label: string,
): Promise<string | undefined> {
  const merchant = (await listStoredMerchants(database)).find(({ document }) => document.label === label)
  return merchant && findDemoEgift(database, cipher, merchant.document.host.locationId)
}

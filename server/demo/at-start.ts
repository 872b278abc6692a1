import type { Database } from '#server/db/database.ts'
import { type Settings, SettingsError } from '#server/env.ts'
import type { PortContext } from '#server/make-ports.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { argon2Passwords } from '#server/ports/passwords.ts'
import { findDemoEgift } from './cards.ts'
import { demoSignIn } from './people.ts'
import { hasDemoWorld, seedDemo } from './seed.ts'

/** What a start needs to know about the demo world. */

type DemoOptions = { settings: Pick<Settings, 'environment'>; seedDemo?: boolean }

/** The demo's passwords are public, so production refuses to start on a database that ever had the demo world. Throws SettingsError then. */
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

/** The demo account to sign in with; undefined where the demo world does not exist. */
export const findDemoSignIn = async (
  database: Database,
): Promise<{ email: string; password: string } | undefined> =>
  (await hasDemoWorld(database)) ? { email: demoSignIn.email, password: demoSignIn.password } : undefined

/** The id of a merchant's demo gift that can be opened; undefined where there is none. */
export async function findDemoGift(
  database: Database,
  cipher: DataCipher,
  label: string,
): Promise<string | undefined> {
  const merchant = (await listStoredMerchants(database)).find(({ document }) => document.label === label)
  return merchant && findDemoEgift(database, cipher, merchant.document.host.locationId)
}

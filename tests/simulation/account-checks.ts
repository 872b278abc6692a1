import { quarantineKey } from '#db/sessions.ts'
import { principalOf } from '#lib/session/principal.ts'
import { place } from './server.ts'
import type { Seen } from './seen.ts'

/** I4, I6 for deleted accounts: nobody is signed in to one, and no phone promises to send what waits for its person. */
export async function deletedAccounts({ world, stage, phones, facts }: Seen): Promise<string[]> {
  const broken: string[] = []
  for (const { email, userId } of Object.values(stage.people.members)) {
    if (facts.accounts.has(userId)) continue
    const sessions = await world.rows('SELECT 1 AS kept FROM sessions WHERE user_id = $1', [userId])
    if (sessions.length > 0) broken.push(`I6: ${email} was deleted, and can still be signed in`)
    // A phone that was signed out before cannot be told why nobody signs in again.
    if (stage.book.signedOut.has(email)) continue
    const principal = await principalOf(place.location, email)
    for (const { name, tabs } of phones) {
      const { db } = tabs.at(-1)!
      const waits = await db.outbox.filter((op) => op.principal === principal).count()
      if (waits === 0) continue
      world.count('a deleted account: something waits on another phone')
      const { value } = (await db.meta.get(quarantineKey(place.location))) ?? {}
      const aside = value as { principal?: string; isDeleted?: boolean } | undefined
      if (aside?.principal !== principal || aside.isDeleted !== true)
        broken.push(`I4: ${name} promises to send what waits for ${email}, whose account was deleted`)
    }
  }
  return broken
}

import { guest } from '#db/names.ts'
import { deleteAccount, isAccountThere } from '#features/account/own-data.ts'
import { asAppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import type { Stage } from './book.ts'
import { password } from './people.ts'
import type { Tab } from './tab.ts'

/** A member deletes their account, as the screen does (features/account/components/delete-account.tsx): this phone is emptied once it is known to be gone. */
export async function deleteOwnAccount(stage: Stage, tab: Tab): Promise<void> {
  const { phone, services } = tab
  if (services.principal() === guest) return
  const { maker } = tab
  phone.world.tell(tab.life.name, `deletes the account of ${maker}`)
  try {
    await deleteAccount(services, password, services.ids.uuid())
  } catch (cause) {
    const isGone = isUnknownOutcome(asAppError(cause)) && (await isAccountThere(services)) === false
    phone.world.count(`delete an account: ${isGone ? 'found gone' : 'not deleted'}`)
    if (!isGone) throw cause
  }
  phone.world.count('delete an account')
  phone.world.tell(tab.life.name, `the account of ${maker} is deleted`)
  // Its person was told that this phone is emptied.
  stage.book.wipe(phone.name)
  await services.session.signOut('anything')
  stage.book.wipe(phone.name)
}

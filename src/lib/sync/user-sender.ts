import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { isUserOp, markChangeSent, type UserOp } from '#db/outbox.ts'
import { acknowledgeUser, refuseUserChange } from '#db/users.ts'
import type { ChangeSender } from './change-sender.ts'

const changedElsewhere = 'Your details were changed somewhere else. Please look and save again.'

/**
 * Edits of the account, the first kind of change that may be sent with no window open. Harmless when late or sent twice: an edit names the version of the user
 * that it was made from, and is refused when that is no longer the newest.
 */
export const userSender: ChangeSender<UserOp> = {
  owns: isUserOp,
  streamOf: (op) => `user ${op.principal}`,
  async send({ db, api, now }, op) {
    if (!(await markChangeSent(db, op))) return
    const { body, etag } = op.change
    const answer = await api.call(accountEndpoints.updateUser, {
      body,
      key: op.opId,
      ifMatch: etag ?? undefined,
    })
    if (answer.notModified) throw new Error('an edit was answered 304')
    await acknowledgeUser(db, op, { user: answer.value.user, etag: answer.etag }, now())
  },
  refuse: refuseUserChange,
  drop: refuseUserChange,
  wordsFor: (code) => (code === 'changed_meanwhile' ? [changedElsewhere] : undefined),
}

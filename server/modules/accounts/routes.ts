import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import { register, registerRaw } from '#server/plugins/endpoints.ts'
import { registerChange, registerPreparedChange, registerUnstored } from '#server/plugins/idempotency.ts'
import { checkLink } from './link-check.ts'
import type { AccountPorts } from './ports.ts'
import { changePassword, type PasswordChange, preparePasswordChange } from './password-change.ts'
import { sendUser, updateUser } from './profile.ts'
import {
  countAsking,
  prepareReset,
  resendUnlock,
  resetPassword,
  sendPasswordReset,
  unlock,
} from './recovery.ts'
import { prepareRegistration, register as registerAccount } from './registration.ts'
import { endOwnSession, endSession, refresh, sessionsOf } from './session-calls.ts'
import { signIn } from './sign-in.ts'
import { listTransactions } from './transactions.ts'

/** Authentication and user (specification §7). */
export function addAccountRoutes(app: FastifyInstance, ports: AccountPorts): void {
  addSignInRoutes(app, ports)
  addRecoveryRoutes(app, ports)
  addPasswordRoutes(app, ports)
  registerRaw(app, endpoints.getUser, (call) => sendUser(call, ports))
  registerChange(app, ports, endpoints.updateUser, (call, tx) => updateUser(call, tx, ports))
  register(app, endpoints.listTransactions, async ({ merchant, session }) => ({
    body: { transactions: await listTransactions(ports.database, merchant, session.userId) },
  }))
}

function addSignInRoutes(app: FastifyInstance, ports: AccountPorts): void {
  registerUnstored(app, endpoints.signIn, (call) => signIn(call, ports))
  registerUnstored(app, endpoints.refreshToken, (call) => refresh(call, ports))
  registerChange(app, ports, endpoints.revokeByRevocationId, (call, tx) => endSession(call, tx, ports), {
    guard: ({ merchant, request }) =>
      ports.limits.count(merchant.locationId, ...byClient(ports, request, 'revoke')),
  })
  registerChange(app, ports, endpoints.revokeSession, (call, tx) => endOwnSession(call, tx, ports))
  register(app, endpoints.listSessions, ({ merchant, session }) =>
    sessionsOf(ports.database, merchant, session, ports),
  )
  registerPreparedChange(app, ports, endpoints.register, {
    before: (call) => prepareRegistration(call, ports),
    change: (call, tx, passwordHash) => registerAccount(call, tx, passwordHash, ports),
  })
}

/**
 * Unlock and resend are GETs in the specification; here they are POSTs, with no token or address in the URL. The idempotency key keeps plain links from
 * triggering them.
 */
function addRecoveryRoutes(app: FastifyInstance, ports: AccountPorts): void {
  registerPreparedChange(app, ports, endpoints.sendPasswordReset, {
    before: (call) => countAsking(call, ports, 'reset'),
    change: (call, tx) => sendPasswordReset(call, tx, ports),
  })
  registerPreparedChange(app, ports, endpoints.resetPassword, {
    before: (call) => prepareReset(call, ports),
    change: (call, tx, passwordHash) => resetPassword(call, tx, passwordHash, ports),
  })
  registerPreparedChange(app, ports, endpoints.unlockAccount, {
    before: ({ merchant, request }) =>
      ports.limits.count(merchant.locationId, ...byClient(ports, request, 'link')),
    change: (call, tx) => unlock(call, tx, call.query.token, ports),
  })
  registerPreparedChange(app, ports, endpoints.unlockAccountByPost, {
    before: ({ merchant, request }) =>
      ports.limits.count(merchant.locationId, ...byClient(ports, request, 'link')),
    change: (call, tx) => unlock(call, tx, call.body.token, ports),
  })
  registerUnstored(app, endpoints.checkLink, (call) => checkLink(call, ports))
  registerPreparedChange(app, ports, endpoints.resendUnlock, {
    before: ({ merchant, request, query }) =>
      countAsking({ merchant, request, body: query }, ports, 'resend'),
    change: ({ merchant, request, query }, tx) => resendUnlock({ merchant, request, body: query }, tx, ports),
  })
  registerPreparedChange(app, ports, endpoints.resendUnlockByPost, {
    before: (call) => countAsking(call, ports, 'resend'),
    change: (call, tx) => resendUnlock(call, tx, ports),
  })
}

function addPasswordRoutes(app: FastifyInstance, ports: AccountPorts): void {
  const firstNames = {
    current: 'currentPassword',
    next: 'newPassword',
    confirm: 'newPasswordConfirmation',
  } as const
  const secondNames = {
    current: 'current_password',
    next: 'new_password',
    confirm: 'new_password_confirmation',
  } as const
  type Asked = Omit<PasswordChange, 'form' | 'names'>
  const first = (
    { merchant, session, request }: Asked,
    body: Record<(typeof firstNames)[keyof typeof firstNames], string>,
  ): PasswordChange => ({
    merchant,
    session,
    request,
    names: firstNames,
    form: { current: body.currentPassword, next: body.newPassword, confirm: body.newPasswordConfirmation },
  })
  const second = (
    { merchant, session, request }: Asked,
    body: Record<(typeof secondNames)[keyof typeof secondNames], string>,
  ): PasswordChange => ({
    merchant,
    session,
    request,
    names: secondNames,
    form: {
      current: body.current_password,
      next: body.new_password,
      confirm: body.new_password_confirmation,
    },
  })
  registerPreparedChange(app, ports, endpoints.updatePassword, {
    before: (call) => preparePasswordChange(first(call, call.body), ports),
    change: (call, tx, made) => changePassword(first(call, call.body), tx, made, ports),
  })
  registerPreparedChange(app, ports, endpoints.changePassword, {
    before: (call) => preparePasswordChange(second(call, call.body), ports),
    change: (call, tx, made) => changePassword(second(call, call.body), tx, made, ports),
  })
}

import { changeMs, define, paymentMs, readMs } from '../endpoint.ts'
import { AccountExport, DeleteAccountBody, PolicyReportsAnswer } from '../schemas/privacy.ts'
import { StatusAnswer } from '../schemas/session.ts'

/** Extension `own_data`: what is known of a person, to have and to have forgotten; and what browsers refused on the pages, for the owner. */
export const privacyEndpoints = {
  exportAccount: define({
    method: 'GET',
    path: '/user/export',
    caller: 'user',
    queue: 'read',
    answer: AccountExport,
    // Years of orders are read.
    timeoutMs: paymentMs,
  }),
  /** Cannot be undone, and is never sent later: its owner confirms it with the password. */
  deleteAccount: define({
    method: 'POST',
    path: '/user/delete',
    caller: 'user',
    queue: 'never',
    body: DeleteAccountBody,
    answer: StatusAnswer,
    secrets: ['password'],
    timeoutMs: changeMs,
    finishes: true,
  }),
  listPolicyReports: define({
    method: 'GET',
    path: '/admin/policyreports',
    caller: 'administrator',
    queue: 'read',
    answer: PolicyReportsAnswer,
    timeoutMs: readMs,
  }),
}

import { changeMs, define, paymentMs, readMs } from '../endpoint.ts'
import { AccountExport, DeleteAccountBody, PolicyReportsAnswer } from '../schemas/privacy.ts'
import { StatusAnswer } from '../schemas/session.ts'

/** Extension `own_data`: exporting and deleting a person's data; and, for the owner, what browsers blocked on the pages. */
export const privacyEndpoints = {
  exportAccount: define({
    method: 'GET',
    path: '/user/export',
    caller: 'user',
    queue: 'read',
    answer: AccountExport,
    // It reads years of orders.
    timeoutMs: paymentMs,
  }),
  /** Cannot be undone, and is never sent later: the account's owner confirms it with the password. */
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

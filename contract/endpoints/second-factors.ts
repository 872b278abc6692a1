import * as z from 'zod/mini'
import { changeMs, define, readMs } from '../endpoint.ts'
import {
  AppBeginAnswer,
  AppBody,
  PasskeyBeginAnswer,
  PasskeyBody,
  PasskeyNameBody,
  ProofBody,
  ProofRequest,
  RecoveryCodesAnswer,
  SecondStepBody,
  SecurityAnswer,
  TakeSecondFactorsQuery,
} from '../schemas/second-factor.ts'
import { StaffPeopleAnswer } from '../schemas/staff.ts'
import { Tokens } from '../schemas/session.ts'

/** For all staff, about themselves. Calls that lock somebody out or let them in again work even where the server has no room for anything new. */
const own = { caller: 'staff', queue: 'never', timeoutMs: changeMs, finishes: true } as const
const base = '/user/security'

/** Second factors of staff, and the step-up before moving money or permissions (docs/design/contract.md, extension `second_factor`; decision 064). */
export const secondFactorEndpoints = {
  /** After `second_factor_required`: opens the session, for which the right password alone was not enough. */
  signInSecondStep: define({
    method: 'POST',
    caller: 'anyone',
    anonymous: true,
    queue: 'never',
    timeoutMs: changeMs,
    path: '/auth/secondstep',
    leavesNothing: true,
    body: SecondStepBody,
    answer: Tokens,
    secrets: ['challenge', 'proof'],
    credentials: true,
  }),
  /** After `step_up_required`: which proofs can be shown. */
  beginStepUp: define({
    ...own,
    method: 'POST',
    path: '/user/stepup/begin',
    leavesNothing: true,
    answer: ProofRequest,
    credentials: true,
  }),
  /** For five minutes from now, this session may move money or permissions. */
  stepUp: define({
    ...own,
    method: 'POST',
    path: '/user/stepup',
    leavesNothing: true,
    body: ProofBody,
    answer: z.object({}),
    secrets: ['challenge', 'proof'],
    credentials: true,
  }),

  getSecurity: define({
    method: 'GET',
    caller: 'staff',
    queue: 'read',
    timeoutMs: readMs,
    path: base,
    answer: SecurityAnswer,
  }),
  /** Refused with `step_up_required` like the call that follows it, so that nobody makes a passkey first and is asked for proof only afterwards. */
  beginPasskey: define({
    ...own,
    method: 'POST',
    path: `${base}/passkeys/begin`,
    leavesNothing: true,
    answer: PasskeyBeginAnswer,
    credentials: true,
  }),
  addPasskey: define({
    ...own,
    method: 'POST',
    sensitive: true,
    path: `${base}/passkeys`,
    body: PasskeyBody,
    answer: SecurityAnswer,
    secrets: ['challenge'],
  }),
  renamePasskey: define({
    ...own,
    method: 'PUT',
    path: `${base}/passkeys/:id`,
    body: PasskeyNameBody,
    answer: SecurityAnswer,
  }),
  removePasskey: define({
    ...own,
    method: 'DELETE',
    sensitive: true,
    path: `${base}/passkeys/:id`,
    answer: SecurityAnswer,
  }),
  /** The same as for `beginPasskey`. */
  beginApp: define({
    ...own,
    method: 'POST',
    path: `${base}/app/begin`,
    leavesNothing: true,
    answer: AppBeginAnswer,
    credentials: true,
  }),
  addApp: define({
    ...own,
    method: 'POST',
    sensitive: true,
    path: `${base}/app`,
    body: AppBody,
    answer: SecurityAnswer,
    secrets: ['challenge', 'code'],
  }),
  removeApp: define({
    ...own,
    method: 'DELETE',
    sensitive: true,
    path: `${base}/app`,
    answer: SecurityAnswer,
  }),
  /** Ten new codes; the previous ones become invalid. */
  makeRecoveryCodes: define({
    ...own,
    method: 'POST',
    sensitive: true,
    path: `${base}/recoverycodes`,
    answer: RecoveryCodesAnswer,
    credentials: true,
  }),
  /** By an owner, for somebody who lost their phone: that person is signed out everywhere, and signs in with the password alone. */
  takeSecondFactors: define({
    ...own,
    caller: 'owner',
    method: 'DELETE',
    sensitive: true,
    path: '/staff/people/:id/security',
    query: TakeSecondFactorsQuery,
    answer: StaffPeopleAnswer,
  }),
}

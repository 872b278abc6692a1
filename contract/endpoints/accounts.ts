import * as z from 'zod/mini'
import { changeMs, define, readMs } from '../endpoint.ts'
import {
  ChallengeAnswer,
  CheckLinkBody,
  FacebookBody,
  GoogleBody,
  MessageAnswer,
  PasswordChangeBody,
  RegisterBody,
  ResendUnlockBody,
  ResetPasswordBody,
  RevokeBody,
  SendPasswordResetBody,
  SessionsAnswer,
  SignInBody,
  StatusAnswer,
  Tokens,
  UnlockBody,
  UpdatePasswordBody,
} from '../schemas/session.ts'
import {
  EphemeralKeyAnswer,
  EphemeralKeyBody,
  TransactionsAnswer,
  UserAnswer,
  UserUpdateBody,
} from '../schemas/user.ts'

/** Ends sessions or keeps somebody out: works even where the server has no room for anything new. */
const securing = { finishes: true } as const
/** A call that is sent only while the user is present, and that contains or returns a secret. */
const guarded = {
  method: 'POST',
  caller: 'anyone',
  anonymous: true,
  queue: 'never',
  timeoutMs: changeMs,
} as const
const signedIn = { caller: 'user', timeoutMs: changeMs } as const

/** Authentication and user (specification §7), and the extensions that serve them. */
export const accountEndpoints = {
  signIn: define({
    ...guarded,
    path: '/auth/local',
    leavesNothing: true,
    body: SignInBody,
    answer: Tokens,
    secrets: ['password'],
    credentials: true,
  }),
  signInFacebook: define({
    ...guarded,
    path: '/auth/facebook/clientside',
    leavesNothing: true,
    body: FacebookBody,
    answer: Tokens,
    secrets: ['access_token'],
    credentials: true,
  }),
  signInGoogle: define({
    ...guarded,
    path: '/auth/google/clientside',
    leavesNothing: true,
    body: GoogleBody,
    answer: Tokens,
    secrets: ['id_token', 'access_token'],
    credentials: true,
  }),
  /**
   * Sends the refresh token in place of the access token. A GET with an effect (as in the specification): it needs an idempotency key, which a link cannot
   * have.
   */
  refreshToken: define({
    ...guarded,
    method: 'GET',
    path: '/v2.0/auth/refreshtoken',
    leavesNothing: true,
    answer: Tokens,
    credentials: true,
  }),
  sendPasswordReset: define({
    ...guarded,
    path: '/user/sendpasswordreset',
    body: SendPasswordResetBody,
    answer: StatusAnswer,
  }),
  resetPassword: define({
    ...guarded,
    ...securing,
    path: '/user/resetpassword',
    body: ResetPasswordBody,
    answer: StatusAnswer,
    secrets: ['password', 'password_confirmation', 'key'],
  }),
  register: define({
    ...guarded,
    path: '/auth/register',
    body: RegisterBody,
    answer: StatusAnswer,
    secrets: ['password', 'password_confirmation', 'recaptcha_confirmation', 'token'],
  }),
  updatePassword: define({
    ...signedIn,
    ...securing,
    method: 'PUT',
    path: '/auth/updatepassword',
    queue: 'never',
    body: UpdatePasswordBody,
    answer: StatusAnswer,
    secrets: ['currentPassword', 'newPassword', 'newPasswordConfirmation'],
  }),
  changePassword: define({
    ...signedIn,
    ...securing,
    method: 'POST',
    path: '/v2.0/user/passwordreset',
    queue: 'never',
    body: PasswordChangeBody,
    answer: StatusAnswer,
    secrets: [
      'current_password',
      'new_password',
      'new_password_confirmation',
      'currentPassword',
      'newPassword',
      'newPasswordConfirmation',
    ],
  }),
  unlockAccount: define({
    ...guarded,
    ...securing,
    method: 'GET',
    path: '/auth/unlock',
    query: UnlockBody,
    answer: MessageAnswer,
    secrets: ['token'],
  }),
  resendUnlock: define({
    ...guarded,
    method: 'GET',
    path: '/auth/resendunlock',
    query: ResendUnlockBody,
    answer: MessageAnswer,
  }),
  /** Extension `post_aliases`: the same two calls without a token or an address in a URL. */
  unlockAccountByPost: define({
    ...guarded,
    ...securing,
    path: '/auth/unlock',
    body: UnlockBody,
    answer: MessageAnswer,
    secrets: ['token'],
  }),
  /** Extension `link_check`: whether a mailed link still works, without using it up: its page says so before anybody has typed anything. */
  checkLink: define({
    ...guarded,
    path: '/auth/link',
    leavesNothing: true,
    body: CheckLinkBody,
    answer: z.object({}),
    timeoutMs: readMs,
    secrets: ['token'],
  }),
  resendUnlockByPost: define({
    ...guarded,
    path: '/auth/resendunlock',
    body: ResendUnlockBody,
    answer: MessageAnswer,
  }),
  getUser: define({
    ...signedIn,
    method: 'GET',
    path: '/user',
    queue: 'read',
    answer: UserAnswer,
    timeoutMs: readMs,
    cacheable: true,
  }),
  listTransactions: define({
    ...signedIn,
    method: 'GET',
    path: '/user/transactions',
    queue: 'read',
    answer: TransactionsAnswer,
    timeoutMs: readMs,
  }),
  /** Sends `If-Match` with the ETag of the user that was edited: 412 `changed_meanwhile` when somebody was faster. */
  updateUser: define({
    ...signedIn,
    method: 'PUT',
    path: '/v2.0/user',
    queue: 'replay',
    body: UserUpdateBody,
    answer: UserAnswer,
  }),
  createEphemeralKey: define({
    ...signedIn,
    method: 'POST',
    path: '/location/:loc/payment/ephemeralkey',
    leavesNothing: true,
    queue: 'never',
    body: EphemeralKeyBody,
    answer: EphemeralKeyAnswer,
    credentials: true,
  }),
  /** Extension `saved_cards`: the provider deletes the card; the answer lists the remaining ones. A card that is not saved for the caller is not touched. */
  removeSavedCard: define({
    ...signedIn,
    method: 'DELETE',
    path: '/user/savedcards/:id',
    queue: 'never',
    answer: EphemeralKeyAnswer,
  }),
  /** Extension `sessions`. */
  listSessions: define({
    ...signedIn,
    method: 'GET',
    path: '/user/sessions',
    queue: 'read',
    answer: SessionsAnswer,
    timeoutMs: readMs,
  }),
  revokeSession: define({
    ...signedIn,
    ...securing,
    method: 'DELETE',
    path: '/user/sessions/:id',
    queue: 'never',
    answer: SessionsAnswer,
  }),
  /** Extension `sessions`: needs no sign-in, so that a session that was signed out offline is ended when the network is back. */
  revokeByRevocationId: define({
    ...guarded,
    ...securing,
    path: '/auth/revoke',
    body: RevokeBody,
    answer: z.object({}),
    secrets: ['revocation_id'],
  }),
  /** Extension `human_verification`. */
  getChallenge: define({
    ...guarded,
    method: 'GET',
    path: '/verification/challenge',
    queue: 'read',
    answer: ChallengeAnswer,
    timeoutMs: readMs,
  }),
}

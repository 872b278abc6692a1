import type { Check } from '../check.ts'
import { expectThat } from '../findings.ts'
import { unknownId, requireFeature, signedIn } from '../steps.ts'
import type { Visit } from '../visit.ts'

/** §7 *Authentication and user*. Nothing is sent to a real person: addresses are at `example.com`, and tokens are made up. */

const noToken = 'made-up-by-the-conformance-kit-0000000000'
const nobody = 'nobody.of.the.conformance.kit@example.com'
const placeOf = ({ settings }: Visit) => ({
  organization_id: settings.organizationId,
  location_id: settings.locationId,
})
/** Any status that refuses: the portal shows the message whichever it is. */
const refused = [400, 401, 403, 404, 409, 422, 423, 429] as const

const signInChecks: readonly Check[] = [
  {
    id: 'AU-01',
    title: 'a wrong password is refused, with a message',
    calls: ['signIn'],
    run: (visit) =>
      visit.refusal('signIn', refused, {
        body: { email: nobody, password: 'not this one', ...placeOf(visit) },
      }),
  },
  {
    id: 'AU-01',
    title: 'a member signs in, with tokens that end in the future',
    calls: ['signIn'],
    async run(visit) {
      const { tokens } = await signedIn(visit)
      const ends = Date.parse(tokens.expires)
      expectThat(ends > visit.settings.clock.now(), 'expires as ISO 8601, in the future', tokens.expires)
    },
  },
  {
    id: 'AU-02',
    title: 'a made-up Facebook token is refused',
    calls: ['signInFacebook'],
    run: (visit) =>
      visit.refusal('signInFacebook', [...refused, 503], {
        body: { access_token: noToken, ...placeOf(visit) },
      }),
  },
  {
    id: 'AU-03',
    title: 'a made-up Google token is refused',
    calls: ['signInGoogle'],
    run: (visit) =>
      visit.refusal('signInGoogle', [...refused, 503], {
        body: { id_token: noToken, access_token: noToken, ...placeOf(visit) },
      }),
  },
  {
    id: 'AU-12',
    title: 'the member who signed in',
    calls: ['getUser'],
    async run(visit) {
      const { user } = await signedIn(visit)
      const { email } = visit.settings.member!
      expectThat(user.email.toLowerCase() === email.toLowerCase(), email, user.email)
    },
  },
  {
    id: 'ER-03',
    title: 'an unknown token is 401, so that the portal refreshes or ends the session',
    calls: ['getUser'],
    async run(visit) {
      const answered = await visit.call('getUser', { token: noToken })
      expectThat(answered.status === 401, '401 for a token that is no session’s', answered.status)
      visit.readRefusal(answered, [401])
    },
  },
  {
    id: 'AU-04',
    title: 'a made-up refresh token is 401',
    calls: ['refreshToken'],
    run: (visit) => visit.refusal('refreshToken', [401], { token: noToken }),
  },
]

const memberChecks: readonly Check[] = [
  {
    id: 'AU-13',
    title: 'the member’s transactions',
    calls: ['listTransactions'],
    async run(visit) {
      await requireFeature(visit, 'myAccount', 'the account')
      await visit.answer('listTransactions', { token: (await signedIn(visit)).tokens.token })
    },
  },
  {
    id: 'AU-14',
    title: 'the member’s details, saved as they are',
    calls: ['updateUser'],
    async run(visit) {
      await requireFeature(visit, 'myAccount', 'the account')
      const { tokens, user } = await signedIn(visit)
      const { first_name, last_name, dob, phone, address, address2, city, state, zip } = user
      const body = { first_name, last_name, dob, phone, address, address2, city, state, zip }
      const answered = await visit.call('updateUser', { token: tokens.token, body })
      // An account with missing details may be impossible to save until somebody completes it.
      if (answered.status === 422) return visit.readRefusal(answered, [422])
      const { user: now } = visit.read('updateUser', answered)
      expectThat(now.last_name === last_name, `last_name ${last_name}`, now.last_name)
      return undefined
    },
  },
  {
    id: 'AU-08',
    title: 'a password is not changed without the current one (first version)',
    calls: ['updatePassword'],
    async run(visit) {
      await requireFeature(visit, 'myAccount', 'the account')
      const { token } = (await signedIn(visit)).tokens
      const next = 'eleven quiet harbors'
      const body = { currentPassword: 'not this one', newPassword: next, newPasswordConfirmation: next }
      await visit.refusal('updatePassword', refused, { token, body })
    },
  },
  {
    id: 'AU-15',
    title: 'a password is not changed without the current one',
    calls: ['changePassword'],
    async run(visit) {
      await requireFeature(visit, 'myAccount', 'the account')
      const { token } = (await signedIn(visit)).tokens
      const next = 'eleven quiet harbors'
      const body = { current_password: 'not this one', new_password: next, new_password_confirmation: next }
      await visit.refusal('changePassword', refused, { token, body })
    },
  },
  {
    id: 'AT-12',
    title: 'a reward that the member does not have takes nothing off',
    calls: ['redeemReward'],
    async run(visit) {
      await requireFeature(visit, 'rewards', 'rewards')
      const { token } = (await signedIn(visit)).tokens
      const body = { reward_id: unknownId }
      await visit.refusal('redeemReward', [403, 404, 409, 422], { token, params: { id: unknownId }, body })
    },
  },
  {
    id: 'AT-13',
    title: 'a gift card that the member does not have pays nothing',
    calls: ['redeemCard'],
    async run(visit) {
      await requireFeature(visit, 'giftCardPayments', 'paying with gift cards')
      const { token } = (await signedIn(visit)).tokens
      const body = { card_id: unknownId, amount: 1 }
      await visit.refusal('redeemCard', [403, 404, 409, 422], { token, params: { id: unknownId }, body })
    },
  },
  {
    id: 'AT-18',
    title: 'the member’s placed orders',
    calls: ['listTicketHistory'],
    async run(visit) {
      await requireFeature(visit, 'ticketHistory', 'the list of orders')
      await visit.answer('listTicketHistory', {
        token: (await signedIn(visit)).tokens.token,
        query: { page: '1' },
      })
    },
  },
  {
    id: 'AU-04',
    title: 'a refresh gives new tokens, which work',
    calls: ['refreshToken', 'getUser'],
    async run(visit) {
      const { tokens } = await signedIn(visit)
      const next = await visit.answer('refreshToken', { token: tokens.refresh_token })
      Object.assign(tokens, next)
      await visit.answer('getUser', { token: next.token })
    },
  },
]

const formChecks: readonly Check[] = [
  {
    id: 'AU-05',
    title: 'a reset link for an unknown email: the same answer as for a known one',
    calls: ['sendPasswordReset'],
    async run(visit) {
      const destination = `${new URL(visit.settings.base).origin}/resetpassword`
      const body = { email: nobody, destination, organization_id: visit.settings.organizationId }
      const answered = await visit.call('sendPasswordReset', { body })
      // A destination outside the merchant's own site is refused. The kit only knows the API's address, which may be elsewhere.
      if (answered.status === 422 || answered.status === 400) visit.readRefusal(answered, [400, 422])
      else visit.read('sendPasswordReset', answered)
    },
  },
  {
    id: 'AU-06',
    title: 'a made-up reset link sets no password',
    calls: ['resetPassword'],
    run: (visit) =>
      visit.refusal('resetPassword', refused, {
        body: {
          password: 'eleven quiet harbors',
          password_confirmation: 'eleven quiet harbors',
          key: noToken,
        },
      }),
  },
  {
    id: 'AU-07',
    title: 'a sign-up without its fields is refused',
    calls: ['register'],
    run: (visit) => visit.refusal('register', [400, 403, 422], { wrongBody: { email: nobody } }),
  },
  {
    id: 'AU-10',
    title: 'a made-up unlock link unlocks nothing',
    calls: ['unlockAccount'],
    run: (visit) => visit.refusal('unlockAccount', refused, { query: { token: noToken } }),
  },
  {
    id: 'AU-11',
    title: 'an unlock link for an unknown email',
    calls: ['resendUnlock'],
    async run(visit) {
      const destination = `${new URL(visit.settings.base).origin}/unlockaccount`
      const answered = await visit.call('resendUnlock', { query: { email: nobody, destination } })
      if (answered.status === 422 || answered.status === 400) visit.readRefusal(answered, [400, 422])
      else visit.read('resendUnlock', answered)
    },
  },
]

export const accountChecks: readonly Check[] = [...signInChecks, ...memberChecks, ...formChecks]

import type { EndpointName } from '#contract/endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import { specificationCalls } from '#contract/operations.ts'
import { featureNames } from '#contract/rules/feature-names.ts'
import { type FeatureName, isOn } from '#contract/rules/features.ts'
import type { Check } from '../check.ts'
import { expectThat, Misfit, NotOffered } from '../findings.ts'
import { locationOf, unknownId } from '../steps.ts'
import { rowOf, type Visit } from '../visit.ts'

/** What applies to whole groups of calls. A new row of the contract is checked along with the others. */

/** Calls that need a session: without one, nobody gets what belongs to a member or an administrator. */
const withoutSession = specificationCalls
  .filter((name) => endpoints[name].caller !== 'anyone')
  .map((name): Check => ({
    id: rowOf(name),
    title: 'refused without a session',
    calls: [name],
    async run(visit) {
      await requireOn(visit, name)
      const params = { id: unknownId, appId: unknownId }
      const answered = await visit.call(name, { params, wrongBody: bodies[name] })
      expectThat(answered.status === 401, '401 without a session', answered.status)
      visit.readRefusal(answered, [401])
    },
  }))

/** The feature that a call belongs to: when it is switched off, the API says so to everybody, before it looks at the session. */
const featureOf: Partial<Record<EndpointName, FeatureName>> = {
  importCard: 'importCard',
  redeemCard: 'giftCardPayments',
  redeemReward: 'rewards',
  listTicketHistory: 'ticketHistory',
  listTransactions: 'myAccount',
  updateUser: 'myAccount',
  updatePassword: 'myAccount',
  changePassword: 'myAccount',
}

async function requireOn(visit: Visit, name: EndpointName): Promise<void> {
  const feature = featureOf[name]
  if (feature === undefined) return
  const { settings } = await locationOf(visit)
  if (!isOn(settings, feature)) throw new NotOffered(`${featureNames[feature]} is switched off`)
}

/** Complete bodies, for an API that checks the body before the session. */
const bodies: Partial<Record<EndpointName, unknown>> = {
  updateUser: {
    first_name: 'A',
    last_name: 'B',
    dob: '',
    phone: '2125550100',
    address: '',
    address2: '',
    city: '',
    state: '',
    zip: '',
  },
  updatePassword: { currentPassword: 'a', newPassword: 'b', newPasswordConfirmation: 'b' },
  changePassword: { current_password: 'a', new_password: 'b', new_password_confirmation: 'b' },
  createEphemeralKey: { stripe_version: '2019-05-16', email: 'nobody@example.com' },
  importCard: { card_number: '0000000000000000' },
  redeemCard: { card_id: unknownId, amount: 1 },
  redeemReward: { reward_id: unknownId },
  inviteUser: {
    email: 'nobody@example.com',
    firstName: 'A',
    lastName: 'B',
    role: 'kitchen',
    destination: 'https://example.com',
  },
  createMasterApp: { name: 'A', description: '', platform: 'web', version: '1.0', active: false },
  updateMasterApp: { name: 'A', description: '', platform: 'web', version: '1.0', active: false },
}

/** A location that does not exist is not found. */
const elsewhere: Check = {
  id: 'ER-02',
  title: 'a location that does not exist is 404',
  calls: ['getLocation'],
  async run(visit) {
    const answered = await visit.call('getLocation', { params: { loc: 'no-such-location' } })
    expectThat(answered.status === 404, '404 for a location that does not exist', answered.status)
    visit.readRefusal(answered, [404])
  },
}

/** §8: every refusal has the same shape. A check that meets another shape reports it under this requirement. */
const shape: Check = {
  id: 'ER-07',
  title: 'a refusal is {errors: [{message}], message, code}',
  calls: ['addItems'],
  run: (visit) => visit.refusal('addItems', [400, 404, 422], { params: { id: unknownId }, wrongBody: {} }),
}

/** The version is served by the portal's own host, which need not be the API's. */
const version: Check = {
  id: 'AO-01',
  title: 'the version that is served',
  calls: [],
  async run({ settings }) {
    const url = `${new URL(settings.base).origin}/meta.json?t=${settings.clock.now()}`
    const came = await settings.wire({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs: 20_000,
    })
    if (came.status !== 200) throw new NotOffered('the portal’s host serves it')
    if (!/"version"\s*:\s*"\d+(\.\d+)*"/.test(came.text))
      throw new Misfit('{"version": "0.1.414"}', came.text)
  },
}

export const everyCallChecks: readonly Check[] = [elsewhere, shape, version, ...withoutSession]

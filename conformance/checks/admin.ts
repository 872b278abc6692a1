import { isAtLeast } from '#contract/rules/roles.ts'
import type { Check } from '../check.ts'
import { NotChecked } from '../findings.ts'
import { unknownId, signedIn } from '../steps.ts'
import type { Visit } from '../visit.ts'

/** §7 *Admin*. Reads, and checks that incomplete requests are refused: nothing is created, because it could not be removed again. */

/** The access token of the signed-in member, who must be an administrator. Throws NotChecked otherwise. */
async function managerOf(visit: Visit): Promise<string> {
  const { tokens, user } = await signedIn(visit)
  if (!isAtLeast(user.role, 'manager')) throw new NotChecked('needs the email of who manages the place')
  return tokens.token
}

export const adminChecks: readonly Check[] = [
  {
    id: 'AU-09',
    title: 'an invitation without its fields is refused',
    calls: ['inviteUser'],
    run: async (visit) =>
      visit.refusal('inviteUser', [400, 403, 422], { token: await managerOf(visit), wrongBody: {} }),
  },
  {
    id: 'AD-01',
    title: 'an unknown device has no apps',
    calls: ['listDeviceApps'],
    run: async (visit) =>
      visit.refusal('listDeviceApps', [404], { token: await managerOf(visit), params: { id: unknownId } }),
  },
  {
    id: 'AD-02',
    title: 'an unknown device does not have an app',
    calls: ['getDeviceApp'],
    run: async (visit) =>
      visit.refusal('getDeviceApp', [404], {
        token: await managerOf(visit),
        params: { id: unknownId, appId: unknownId },
      }),
  },
  {
    id: 'AD-03',
    title: 'an unknown device has no activities',
    calls: ['listActivities'],
    run: async (visit) =>
      visit.refusal('listActivities', [404], {
        token: await managerOf(visit),
        params: { id: unknownId, appId: unknownId },
        query: { sort_field: 'created_at', sort_order: 'asc', page: '1' },
      }),
  },
  {
    id: 'AD-04',
    title: 'the master apps',
    calls: ['listMasterApps'],
    run: async (visit) => visit.answer('listMasterApps', { token: await managerOf(visit) }),
  },
  {
    id: 'AD-05',
    title: 'one master app; an unknown id is 404',
    calls: ['getMasterApp'],
    async run(visit) {
      const token = await managerOf(visit)
      await visit.refusal('getMasterApp', [404], { token, params: { id: unknownId } })
      const [first] = (await visit.answer('listMasterApps', { token })).apps
      if (first) await visit.answer('getMasterApp', { token, params: { id: first.id } })
    },
  },
  {
    id: 'AD-06',
    title: 'a master app without its fields is refused',
    calls: ['createMasterApp'],
    run: async (visit) =>
      visit.refusal('createMasterApp', [400, 422], { token: await managerOf(visit), wrongBody: {} }),
  },
  {
    id: 'AD-07',
    title: 'a change of a master app without its fields is refused',
    calls: ['updateMasterApp'],
    run: async (visit) =>
      visit.refusal('updateMasterApp', [400, 404, 422], {
        token: await managerOf(visit),
        params: { id: unknownId },
        wrongBody: {},
      }),
  },
]

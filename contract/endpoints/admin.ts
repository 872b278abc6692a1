import { changeMs, define, readMs } from '../endpoint.ts'
import {
  ActivitiesAnswer,
  ActivitiesQuery,
  DeviceAppAnswer,
  DeviceAppsAnswer,
  InviteBody,
  MasterAppAnswer,
  MasterAppBody,
  MasterAppEditBody,
  MasterAppsAnswer,
} from '../schemas/admin.ts'
import { StatusAnswer } from '../schemas/session.ts'

const read = { method: 'GET', caller: 'manager', queue: 'read', timeoutMs: readMs } as const
const change = { method: 'POST', caller: 'manager', queue: 'never', timeoutMs: changeMs } as const

/** For managers and owners (specification §7 *Admin*, and the invitation, with which an owner adds staff). */
export const adminEndpoints = {
  inviteUser: define({
    ...change,
    caller: 'owner',
    sensitive: true,
    path: '/admin/user/invite',
    body: InviteBody,
    answer: StatusAnswer,
  }),
  listDeviceApps: define({ ...read, path: '/admin/device/:id/apps', answer: DeviceAppsAnswer }),
  getDeviceApp: define({ ...read, path: '/admin/device/:id/app/:appId', answer: DeviceAppAnswer }),
  listActivities: define({
    ...read,
    path: '/admin/device/:id/app/:appId/activities',
    query: ActivitiesQuery,
    answer: ActivitiesAnswer,
  }),
  listMasterApps: define({ ...read, path: '/admin/apps', answer: MasterAppsAnswer }),
  getMasterApp: define({ ...read, path: '/admin/app/:id', answer: MasterAppAnswer }),
  createMasterApp: define({ ...change, path: '/admin/app', body: MasterAppBody, answer: MasterAppAnswer }),
  updateMasterApp: define({
    ...change,
    method: 'PUT',
    path: '/admin/app/:id',
    body: MasterAppEditBody,
    answer: MasterAppAnswer,
  }),
}

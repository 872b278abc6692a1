import * as z from 'zod/mini'
import { changeMs, define, readMs } from '../endpoint.ts'
import {
  StaffActsAnswer,
  StaffActsQuery,
  StaffPeopleAnswer,
  StaffPeopleQuery,
  StaffRoleBody,
  TabletBody,
  TabletCodeAnswer,
  TabletsAnswer,
  TabletSignInAnswer,
  TabletSignInBody,
  TabletSignOutBody,
} from '../schemas/staff.ts'

const read = { method: 'GET', queue: 'read', timeoutMs: readMs } as const
const change = { queue: 'never', timeoutMs: changeMs } as const
/** Takes permissions away: works even where the server has no room for anything new. */
const securing = { finishes: true } as const

/** Staff, the kitchen's tablets, and the record of what was done (docs/design/contract.md, extension `staff`; decision 061). */
export const staffEndpoints = {
  listStaff: define({
    ...read,
    caller: 'owner',
    path: '/staff/people',
    query: StaffPeopleQuery,
    answer: StaffPeopleAnswer,
  }),
  changeStaffRole: define({
    ...change,
    ...securing,
    method: 'PUT',
    caller: 'owner',
    sensitive: true,
    path: '/staff/people/:id',
    body: StaffRoleBody,
    answer: StaffPeopleAnswer,
  }),
  listActs: define({
    ...read,
    caller: 'owner',
    path: '/staff/acts',
    query: StaffActsQuery,
    answer: StaffActsAnswer,
  }),
  listTablets: define({
    ...read,
    repeated: true,
    caller: 'manager',
    path: '/staff/tablets',
    answer: TabletsAnswer,
  }),
  /** A tablet stays signed in after the session, and the role, of the person who made its code have ended. */
  makeTabletCode: define({
    ...change,
    method: 'POST',
    caller: 'manager',
    sensitive: true,
    path: '/staff/tablets',
    body: TabletBody,
    answer: TabletCodeAnswer,
  }),
  signOutTablet: define({
    ...change,
    ...securing,
    method: 'DELETE',
    caller: 'manager',
    path: '/staff/tablets/:id',
    answer: TabletsAnswer,
  }),
  /** Called by the tablet, with the code that a manager made for it. */
  signInTablet: define({
    ...change,
    method: 'POST',
    caller: 'anyone',
    anonymous: true,
    path: '/kitchen/tablet',
    body: TabletSignInBody,
    answer: TabletSignInAnswer,
    secrets: ['code'],
    credentials: true,
  }),
  /** Called by the tablet; the same answer whether it was signed in or not. */
  leaveTablet: define({
    ...change,
    ...securing,
    method: 'POST',
    caller: 'anyone',
    anonymous: true,
    path: '/kitchen/tablet/leave',
    body: TabletSignOutBody,
    answer: z.object({}),
    secrets: ['token'],
  }),
}

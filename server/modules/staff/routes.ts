import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { register } from '#server/plugins/endpoints.ts'
import { type IdempotencyPorts, registerChange, registerUnstored } from '#server/plugins/idempotency.ts'
import { listActs } from './acts.ts'
import { changeRole, listStaff, type RolePorts } from './people.ts'
import { leaveTablet, makeCode, signInTablet, signOutTablet, type TabletPorts, tabletsOf } from './tablets.ts'

type StaffPorts = IdempotencyPorts & TabletPorts & RolePorts

/** The staff, the kitchen's tablets, and the record of acts (decision 061). */
export function addStaffRoutes(app: FastifyInstance, ports: StaffPorts): void {
  const { database } = ports
  register(app, endpoints.listStaff, async ({ merchant, session, query: { search, page } }) => ({
    body: await listStaff(database, merchant, session.userId, ports, {
      search,
      page: page === undefined ? undefined : Number(page),
    }),
  }))
  registerChange(app, ports, endpoints.changeStaffRole, (call, tx) => changeRole(call, tx, ports))
  register(app, endpoints.listActs, async ({ merchant, query }) => ({
    body: await listActs(database, merchant.locationId, Number(query.page ?? '1')),
  }))
  register(app, endpoints.listTablets, async ({ merchant }) => ({
    body: await tabletsOf(database, merchant, ports),
  }))
  registerChange(app, ports, endpoints.makeTabletCode, async (call, tx) => makeCode(call, tx, ports))
  registerChange(app, ports, endpoints.signOutTablet, (call, tx) => signOutTablet(call, tx, ports))
  registerUnstored(app, endpoints.signInTablet, (call) => signInTablet(call, ports))
  registerChange(app, ports, endpoints.leaveTablet, (call, tx) => leaveTablet(call, tx, ports))
}

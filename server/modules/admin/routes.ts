import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { emailKeyOf } from '#server/modules/accounts/users.ts'
import { register } from '#server/plugins/endpoints.ts'
import { type IdempotencyPorts, registerChange } from '#server/plugins/idempotency.ts'
import { getDevice, getDeviceApp, listActivities, listDeviceApps } from './devices.ts'
import { type InvitationPorts, inviteUser } from './invitation.ts'
import { createMasterApp, getMasterApp, listMasterApps, updateMasterApp } from './master-apps.ts'

type AdminPorts = IdempotencyPorts & InvitationPorts

/** For managers and owners (specification §7 *Admin*): the host's own location only. The endpoints table says who may call; the auth plugin enforces it. */
export function addAdminRoutes(app: FastifyInstance, ports: AdminPorts): void {
  const { database } = ports
  registerChange(app, ports, endpoints.inviteUser, (call, tx) => inviteUser(call, tx, ports), {
    // Each call sends an email to an address of the caller's choice.
    guard: ({ merchant, session, body }) =>
      ports.limits.count(
        merchant.locationId,
        { name: 'inviteOfUser', of: session.userId },
        { name: 'inviteOfAddress', of: emailKeyOf(body.email) },
      ),
  })
  register(app, endpoints.listDeviceApps, async ({ merchant: { locationId }, params }) => {
    const device = await getDevice(database, locationId, params['id']!)
    return { body: { device, apps: await listDeviceApps(database, locationId, device.id) } }
  })
  register(app, endpoints.getDeviceApp, async ({ merchant: { locationId }, params }) => {
    const device = await getDevice(database, locationId, params['id']!)
    return { body: { device, app: await getDeviceApp(database, locationId, device.id, params['appId']!) } }
  })
  register(app, endpoints.listActivities, async ({ merchant: { locationId }, params, query }) => {
    const at = { deviceId: params['id']!, appId: params['appId']! }
    await getDeviceApp(database, locationId, at.deviceId, at.appId)
    return { body: await listActivities(database, locationId, at, query) }
  })
  register(app, endpoints.listMasterApps, async ({ merchant }) => ({
    body: { apps: await listMasterApps(database, merchant.locationId) },
  }))
  register(app, endpoints.getMasterApp, async ({ merchant, params }) => ({
    body: { app: await getMasterApp(database, merchant.locationId, params['id']!) },
  }))
  registerChange(app, ports, endpoints.createMasterApp, async ({ merchant, body }, tx) => ({
    body: { app: await createMasterApp(tx, merchant.locationId, body, ports) },
  }))
  registerChange(app, ports, endpoints.updateMasterApp, async ({ merchant, params, body }, tx) => ({
    body: { app: await updateMasterApp(tx, merchant.locationId, params['id']!, body, ports) },
  }))
}

import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { register } from '#server/plugins/endpoints.ts'
import { registerChange, registerPreparedChange, registerUnstored } from '#server/plugins/idempotency.ts'
import {
  addApp,
  addPasskey,
  beginApp,
  beginPasskey,
  makeRecoveryCodes,
  prepareNewApp,
  prepareNewPasskey,
} from './add.ts'
import { removeApp, removePasskey, renamePasskey, securityOf } from './manage.ts'
import type { FactorPorts } from './ports.ts'
import { signInSecondStep } from './second-step.ts'
import { beginStepUp, stepUp } from './step-up.ts'
import { takeSecondFactors } from './take-away.ts'

/** Staff's second factors, at sign-in and again before acts that move money or change roles (decision 064). */
export function addSecondFactorRoutes(app: FastifyInstance, ports: FactorPorts): void {
  registerUnstored(app, endpoints.signInSecondStep, (call) => signInSecondStep(call, ports))
  registerUnstored(app, endpoints.beginStepUp, (call) => beginStepUp(call, ports))
  registerUnstored(app, endpoints.stepUp, (call) => stepUp(call, ports))
  register(app, endpoints.getSecurity, async ({ merchant, session }) => ({
    body: await securityOf(ports.database, ports, merchant, session.userId),
  }))
  registerUnstored(app, endpoints.beginPasskey, (call) => beginPasskey(call, ports))
  registerPreparedChange(app, ports, endpoints.addPasskey, {
    before: (call) => prepareNewPasskey(call, ports),
    change: (call, tx, made) => addPasskey(call, tx, made, ports),
  })
  registerChange(app, ports, endpoints.renamePasskey, (call, tx) => renamePasskey(call, tx, ports))
  registerChange(app, ports, endpoints.removePasskey, (call, tx) => removePasskey(call, tx, ports))
  registerUnstored(app, endpoints.beginApp, (call) => beginApp(call, ports))
  registerPreparedChange(app, ports, endpoints.addApp, {
    before: (call) => prepareNewApp(call, ports),
    change: (call, tx, made) => addApp(call, tx, made, ports),
  })
  registerChange(app, ports, endpoints.removeApp, (call, tx) => removeApp(call, tx, ports))
  registerUnstored(app, endpoints.makeRecoveryCodes, (call) => makeRecoveryCodes(call, ports))
  registerChange(app, ports, endpoints.takeSecondFactors, (call, tx) => takeSecondFactors(call, tx, ports))
}

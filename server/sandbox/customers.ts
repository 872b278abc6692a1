import type { Queryable, Transaction } from '#server/db/database.ts'
import { invalidRequest, type SandboxAnswer, SandboxError } from './answers.ts'
import { deleteObject, findObject, listMethodsOf, type SandboxCustomer, saveObject } from './objects.ts'
import { type Form, getPaymentMethod, type SandboxPorts, usedUp } from './payment-methods.ts'

/** The part of Stripe's customers that the adapter uses: create, list cards, ephemeral keys. Attach and detach are for trying them out. */

/** A customer by id. Throws SandboxError as Stripe does. */
export async function getCustomer(tx: Queryable, locationId: string, id: string): Promise<SandboxCustomer> {
  const customer = await findObject(tx, locationId, 'customer', id)
  if (!customer)
    throw new SandboxError(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: `No such customer: '${id.slice(0, 60)}'`,
    })
  return customer
}

const ok = (body: unknown): SandboxAnswer => ({ status: 200, body })

/** Answers requests that read a customer or their cards; undefined for any other request. Throws SandboxError. */
export async function readCustomers(
  database: Queryable,
  locationId: string,
  path: string,
): Promise<SandboxAnswer | undefined> {
  const [, customer, list] = /^\/v1\/customers\/([^/]+)(\/payment_methods)?$/.exec(path) ?? []
  if (customer === undefined) return undefined
  const found = await getCustomer(database, locationId, customer)
  if (list === undefined) return ok(found)
  const cards = await listMethodsOf(database, locationId, customer)
  return ok({
    object: 'list',
    url: path,
    has_more: false,
    data: cards.map(({ sandbox: _hidden, ...card }) => card),
  })
}

/** Answers requests that change a customer or the owner of a card; undefined for any other request. Throws SandboxError. */
export async function changeCustomers(
  tx: Transaction,
  locationId: string,
  path: string,
  form: Form,
  ports: SandboxPorts,
): Promise<SandboxAnswer | undefined> {
  if (path === '/v1/customers') return ok(createCustomer(tx, locationId, form, ports))
  const [, id, verb] = /^\/v1\/payment_methods\/([^/]+)\/(attach|detach)$/.exec(path) ?? []
  if (id === undefined) return undefined
  return ok(await moveMethod(tx, locationId, id, verb === 'attach' ? (form['customer'] ?? '') : null, ports))
}

/** Answers requests that delete a customer; undefined for any other request. Their cards then belong to nobody and have no name on them. */
export async function deleteCustomer(
  tx: Transaction,
  locationId: string,
  path: string,
  nowMs: number,
): Promise<SandboxAnswer | undefined> {
  const [, id] = /^\/v1\/customers\/([^/]+)$/.exec(path) ?? []
  if (id === undefined) return undefined
  await getCustomer(tx, locationId, id)
  for (const card of await listMethodsOf(tx, locationId, id))
    saveObject(tx, locationId, { ...card, customer: null, billing_details: { name: null } }, nowMs)
  deleteObject(tx, locationId, id)
  return ok({ id, object: 'customer', deleted: true })
}

function createCustomer(
  tx: Transaction,
  locationId: string,
  form: Form,
  { clock, ids }: SandboxPorts,
): SandboxCustomer {
  const customer: SandboxCustomer = {
    id: `cus_${ids.secret()}`,
    object: 'customer',
    metadata: { location: form['metadata[location]'] ?? '', user: form['metadata[user]'] ?? '' },
    created: Math.floor(clock.now() / 1000),
    livemode: false,
  }
  saveObject(tx, locationId, customer, clock.now())
  return customer
}

async function moveMethod(
  tx: Transaction,
  locationId: string,
  id: string,
  customer: string | null,
  { clock }: SandboxPorts,
): Promise<unknown> {
  const method = await getPaymentMethod(tx, locationId, id, 'FOR UPDATE')
  if (customer !== null) await getCustomer(tx, locationId, customer)
  if (customer !== null && method.customer && method.customer !== customer)
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  if (method.sandbox.detached) throw usedUp()
  const isLeaving = customer === null && method.customer !== null
  const sandbox = isLeaving ? { ...method.sandbox, detached: true } : method.sandbox
  const { sandbox: _hidden, ...moved } = { ...method, customer }
  saveObject(tx, locationId, { ...moved, sandbox }, clock.now())
  return moved
}

const keyLivesSeconds = 3600

/** `POST /v1/ephemeral_keys`. Throws SandboxError without the API version that the key is for. */
export async function createEphemeralKey(
  tx: Transaction,
  locationId: string,
  form: Form,
  version: string | null,
  { clock, ids }: SandboxPorts,
): Promise<SandboxAnswer> {
  if (version !== '2019-05-16')
    throw invalidRequest('Please pass the Stripe-Version that the key is for: 2019-05-16.')
  const customer = await getCustomer(tx, locationId, form['customer'] ?? '')
  const created = Math.floor(clock.now() / 1000)
  const body = {
    id: `ephkey_${ids.secret()}`,
    object: 'ephemeral_key',
    associated_objects: [{ type: 'customer', id: customer.id }],
    created,
    expires: created + keyLivesSeconds,
    livemode: false,
    secret: `ek_sandbox_${ids.secret()}`,
  }
  return { status: 200, body }
}

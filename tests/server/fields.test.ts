import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { findMaxLength, nameOfField } from '#contract/rules/fields.ts'
import { type ProblemBody, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { everybody, Member } from './support/members.ts'
import { oneDatabase } from './support/databases.ts'
import { startOrder } from './support/orders.ts'

/** The fields of a call's body with their maximum lengths from the schema; empty for a body that is no object. */
function fieldsOf({ body }: Endpoint): Record<string, number | undefined> {
  const shape = (
    body as
      | {
          shape?: Record<
            string,
            {
              safeParse(value: unknown): {
                success: boolean
                error?: { issues: { code: string; maximum?: number }[] }
              }
            }
          >
        }
      | undefined
  )?.shape
  return Object.fromEntries(
    Object.entries(shape ?? {}).map(([name, schema]) => {
      const issue = schema.safeParse('x'.repeat(20_000)).error?.issues.find(({ code }) => code === 'too_big')
      return [name, issue?.maximum]
    }),
  )
}
const calls = Object.entries(endpoints as Record<string, Endpoint>)
const typed = calls.flatMap(([call, endpoint]) =>
  Object.entries(fieldsOf(endpoint)).map(([field, maximum]) => ({ call, field, maximum })),
)

/** A literal (the empty promo code) has no maximum length. */
const lengths = typed.filter(
  ({ field, maximum }) => findMaxLength(field) !== undefined && maximum !== undefined,
)

describe('what people type', () => {
  it.each(lengths)('has the length of the one table in every call: $call $field', ({ field, maximum }) =>
    expect(maximum).toBe(findMaxLength(field)),
  )

  it('has a name that a guest would use', () => {
    expect(
      ['recipient_first_name', 'recipient_comment', 'vehicle_license', 'buyer_email', 'some_new_field'].map(
        nameOfField,
      ),
    ).toEqual(['first name', 'note', 'license plate', 'email address', 'some new field'])
  })
})

const user = {
  first_name: 'Ada',
  last_name: 'Guest',
  dob: '01/02/1990',
  phone: '2125550147',
  address: '1 Main Street',
  address2: '',
  city: 'New York',
  zip: '10011',
}
/** A body for every call that has a field for a state. Add one here for each such new call. */
const bodies: Record<string, Record<string, unknown>> = {
  updateTicket: {},
  updateDelivery: {},
  updateCardOrder: {},
  updatePhysicalOrder: { status: 'Open', items: [{ item: 'giftcard', price: 25, quantity: 1 }] },
  updateUser: user,
}
const takesState = calls.flatMap(([call, endpoint]) => {
  const field = Object.keys(fieldsOf(endpoint)).find((one) => one === 'state' || one === 'recipient_state')
  return field === undefined ? [] : [{ call, endpoint, field }]
})

describe.for(oneDatabase)('what people type, at the server [$name]', (engine) => {
  let larder: TestLarder
  let ada: Member
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody })
    ada = await Member.new(larder)
  })
  afterAll(() => larder.close())

  it('is refused with an explanation when it is too long', async () => {
    const { id } = await startOrder(ada)
    const { status, body } = await ada.send<ProblemBody>('PUT', ticketPath(id), {
      recipient_first_name: 'x'.repeat(81),
    })
    expect([status, body.message, body.errors[0]?.field]).toEqual([
      422,
      'The first name is too long (80 characters at most).',
      'recipient_first_name',
    ])
  })

  it('has a sample for every call that takes a state', () => {
    expect(takesState.map(({ call }) => call).toSorted()).toEqual(Object.keys(bodies).toSorted())
  })

  it.each(takesState)('is refused when it is an unknown state: $call', async ({ call, endpoint, field }) => {
    const path = endpoint.path.replaceAll(/:(?!loc\b)\w+|\{(?!loc\b)\w+\}/g, 'x')
    const { status, body } = await ada.send<ProblemBody>(endpoint.method as 'PUT', path, {
      ...bodies[call],
      [field]: 'ZZ',
    })
    expect([status, body.message, body.errors[0]?.field]).toEqual([
      422,
      'Please choose one of the states.',
      field,
    ])
  })
})

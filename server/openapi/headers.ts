import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { JsonSchema } from './components.ts'

/** The headers of docs/design/contract.md, as parameters of a call and headers of its answer. */

const text = { type: 'string' }
const parameter = (name: string, description: string, rest: JsonSchema = {}): JsonSchema => ({
  name,
  in: 'header',
  description,
  schema: text,
  ...rest,
})

export const reusedParameters = {
  idempotencyKey: parameter(
    'Idempotency-Key',
    'Made when the person acted, the same on every repeat of the call: the same key gets the same answer, and the change takes effect once.',
    { required: true, schema: { type: 'string', format: 'uuid' } },
  ),
  ifNoneMatch: parameter('If-None-Match', 'The ETag of the copy that is there: 304 where it is the newest.'),
  ifMatch: parameter(
    'If-Match',
    'The ETag of what the change was made from: 412 `changed_meanwhile` where that is not the newest any more.',
  ),
  orderKey: parameter(
    'X-Order-Key',
    'What the device that ordered changes its placed order with (`order_key` of the order), where nobody is signed in.',
  ),
  language: parameter('Accept-Language', 'In which language what follows by email, text or push is written.'),
} satisfies Record<string, JsonSchema>

export const reusedHeaders = {
  requestId: { description: 'What the operator finds this call by.', schema: text },
  etag: { description: 'A strong tag of these very bytes.', schema: text },
  replayed: {
    description: 'The answer of the first call with this key; nothing was done anew.',
    schema: { type: 'string', enum: ['true'] },
  },
} satisfies Record<string, JsonSchema>

const parameterRef = (name: keyof typeof reusedParameters): JsonSchema => ({
  $ref: `#/components/parameters/${name}`,
})
const headerRef = (name: keyof typeof reusedHeaders): JsonSchema => ({ $ref: `#/components/headers/${name}` })

/** The headers that a call sends. */
export function headerParametersOf(name: EndpointName, endpoint: Endpoint): JsonSchema[] {
  const isChange = endpoint.queue !== 'read'
  const isOfOrder = endpoint.path.includes('/ticketorder/:id')
  return [
    ...(isChange ? [parameterRef('idempotencyKey')] : []),
    ...(endpoint.cacheable ? [parameterRef('ifNoneMatch')] : []),
    ...(name === 'updateUser' ? [parameterRef('ifMatch')] : []),
    ...(isOfOrder ? [parameterRef('orderKey')] : []),
    parameterRef('language'),
  ]
}

/** The headers of a successful answer. */
export const headersOf = (endpoint: Endpoint): JsonSchema => ({
  'X-Request-Id': headerRef('requestId'),
  ...(endpoint.cacheable && { ETag: headerRef('etag') }),
  ...(endpoint.queue !== 'read' &&
    endpoint.credentials !== true && { 'Idempotent-Replayed': headerRef('replayed') }),
})

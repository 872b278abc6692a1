import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { operations, requirementsOf } from '#contract/operations.ts'
import { Problem } from '#contract/schemas/problem.ts'
import { apiBase } from '#server/plugins/endpoints.ts'
import { switchTable } from '#server/plugins/feature-switches.ts'
import { type Components, describeSchemas, type JsonSchema, parametersOf } from './components.ts'
import { headersOf, headerParametersOf, reusedHeaders, reusedParameters } from './headers.ts'
import { problemCodesOf } from './problem-codes.ts'

/**
 * The merchant API in OpenAPI 3.1, generated from the same schemas that check requests and answers (docs/design/contract.md). Two calls of the contract with
 * the same method and path (the check-in is a change of the order) are one operation.
 */

/** The whole document, as a value that can be written as JSON. `version` is the portal's own. */
export function describeApi(version: string): JsonSchema {
  const components = describeSchemas(endpoints)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const group of groups()) {
    const { method, path } = endpoints[group[0]!]
    const at = path.replace(/:(\w+)/g, '{$1}')
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(group, components) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Larder merchant API',
      version,
      summary: 'What the portal asks of a restaurant’s server.',
      description:
        'Calls with `x-requirements` are the specification’s (docs/specification/7-calls.md), those with `x-extension` are beyond it: the portal uses them where the location’s `api_extensions` names them, except for a few that are recognized by their fields in answers or called by pages for staff alone (docs/design/contract.md). Fields that are not described are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiBase }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      parameters: reusedParameters,
      headers: reusedHeaders,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' },
        refresh: { type: 'http', scheme: 'bearer', description: 'The refresh token of a sign-in.' },
      },
    },
  }
}

/** The names of the calls, grouped by method and path. */
function groups(): EndpointName[][] {
  const found = new Map<string, EndpointName[]>()
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name]
    const key = `${method} ${path}`
    found.set(key, [...(found.get(key) ?? []), name])
  }
  return [...found.values()]
}

function operationOf(names: readonly EndpointName[], components: Components): JsonSchema {
  const name = names[0]!
  const endpoint: Endpoint = endpoints[name]
  const described = names.map((one) => operations[one])
  const requirements = described.flatMap(requirementsOf)
  const codes = [
    ...new Set(names.flatMap((one) => problemCodesOf(endpoints[one], operations[one], switchTable[one]))),
  ]
  const bodies = names.flatMap((one) => {
    const { body }: Endpoint = endpoints[one]
    return body ? [components.referTo(body)] : []
  })
  const extension = described.flatMap((one) => ('extension' in one ? [one.extension] : []))[0]
  return {
    operationId: name,
    tags: [tagOf(endpoint.path)],
    summary: described.map(({ summary }) => summary).join('; or: '),
    'x-callers': endpoint.caller,
    ...(requirements.length > 0 && { 'x-requirements': requirements }),
    ...(extension !== undefined && { 'x-extension': extension }),
    'x-time-limit-ms': endpoint.timeoutMs,
    'x-problem-codes': codes,
    security: securityOf(name, endpoint),
    parameters: [
      ...pathParametersOf(endpoint.path),
      ...queryParametersOf(endpoint),
      ...headerParametersOf(name, endpoint),
    ],
    ...(bodies.length > 0 && {
      requestBody: { required: true, content: json(bodies.length === 1 ? bodies[0]! : { anyOf: bodies }) },
    }),
    responses: {
      200: {
        description: 'Done, or read.',
        headers: headersOf(endpoint),
        content: json(components.referTo(endpoint.answer)),
      },
      ...(endpoint.cacheable && { 304: { description: 'The copy that is there is the newest.' } }),
      default: {
        description: `Refused. \`code\` is one of: ${codes.join(', ')}.`,
        content: json(components.referTo(Problem)),
      },
    },
  }
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })

function securityOf(name: EndpointName, { caller, anonymous }: Endpoint): JsonSchema[] {
  if (name === 'refreshToken') return [{ refresh: [] }]
  if (caller !== 'anyone') return [{ session: [] }]
  return anonymous ? [] : [{}, { session: [] }]
}

const pathParametersOf = (path: string): JsonSchema[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParametersOf = ({ query }: Endpoint): JsonSchema[] =>
  query ? parametersOf(query).map((parameter) => ({ ...parameter, in: 'query' })) : []

const tags = [
  'Account',
  'Admin',
  'Gift cards',
  'Gift cards by mail',
  'Kitchen',
  'Location',
  'Menus',
  'Orders',
  'Payment',
  'Staff',
] as const
type Tag = (typeof tags)[number]

/** By the beginning of a path, the longest first. */
const tagsByPath: readonly [RegExp, Tag][] = [
  [/^\/admin\//, 'Admin'],
  [/^\/staff\//, 'Staff'],
  [/kitchen/, 'Kitchen'],
  [/physicalcard/, 'Gift cards by mail'],
  [/ticketorder|\/push$|\/lookup$/, 'Orders'],
  [/\/payment\//, 'Payment'],
  [/\/(card|cards|programs|wallets)(\/|$)/, 'Gift cards'],
  [/\/menu/, 'Menus'],
  [/^\/location\//, 'Location'],
]

const tagOf = (path: string): Tag => tagsByPath.find(([pattern]) => pattern.test(path))?.[1] ?? 'Account'

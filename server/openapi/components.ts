import * as z from 'zod/mini'
import * as admin from '#contract/schemas/admin.ts'
import * as allergens from '#contract/schemas/allergens.ts'
import * as card from '#contract/schemas/card.ts'
import * as cardOrder from '#contract/schemas/card-order.ts'
import * as contactMessage from '#contract/schemas/contact-message.ts'
import * as estimateRules from '#contract/schemas/estimate-rules.ts'
import * as giftDesign from '#contract/schemas/gift-design.ts'
import * as kitchen from '#contract/schemas/kitchen.ts'
import * as location from '#contract/schemas/location.ts'
import * as openingHours from '#contract/schemas/opening-hours.ts'
import * as menu from '#contract/schemas/menu.ts'
import * as physicalOrder from '#contract/schemas/physical-order.ts'
import * as picture from '#contract/schemas/picture.ts'
import * as place from '#contract/schemas/place.ts'
import * as privacy from '#contract/schemas/privacy.ts'
import * as problem from '#contract/schemas/problem.ts'
import * as push from '#contract/schemas/push.ts'
import * as receipt from '#contract/schemas/receipt.ts'
import * as refund from '#contract/schemas/refund.ts'
import * as session from '#contract/schemas/session.ts'
import * as staff from '#contract/schemas/staff.ts'
import * as taxes from '#contract/schemas/taxes.ts'
import * as ticketHistory from '#contract/schemas/ticket-history.ts'
import * as ticketOrder from '#contract/schemas/ticket-order.ts'
import * as tip from '#contract/schemas/tip.ts'
import * as user from '#contract/schemas/user.ts'
import * as wallet from '#contract/schemas/wallet.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** The contract's schemas as JSON Schema, each once, under its name in `contract/schemas`. */

export type JsonSchema = Readonly<Record<string, unknown>>

/** Left out are schemas of documents of their own (a page, a merchant's file): only those that calls use are included. */
const modules = [
  admin,
  allergens,
  card,
  cardOrder,
  contactMessage,
  estimateRules,
  giftDesign,
  kitchen,
  location,
  openingHours,
  menu,
  physicalOrder,
  picture,
  place,
  privacy,
  problem,
  push,
  receipt,
  refund,
  session,
  staff,
  taxes,
  ticketHistory,
  ticketOrder,
  tip,
  user,
  wallet,
]

type Schema = z.ZodMiniType

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

const refTo = (name: string): string => `#/components/schemas/${name}`

export type Components = {
  /** A reference to a schema's description. Throws for a schema that no call uses. */
  referTo(schema: Schema): JsonSchema
  /** All descriptions, by name. */
  schemas: Readonly<Record<string, JsonSchema>>
}

/**
 * Describes every exported schema, and those of the calls that have no name of their own (`ListMenusAnswer`). Describes the input form: a field that may be
 * left out is not required, and an unknown field is ignored. Throws where two schemas have the same name.
 */
export function describeSchemas(calls: Readonly<Record<string, Endpoint>>): Components {
  const names = new Map<Schema, string>()
  const taken = new Set<string>()
  const name = (schema: Schema, as: string): void => {
    if (names.has(schema)) return
    if (taken.has(as)) throw new Error(`two schemas are called ${as}`)
    taken.add(as)
    names.set(schema, as)
  }
  for (const module of modules)
    for (const [exported, value] of Object.entries(module))
      if (isSchema(value) && /^[A-Z]/.test(exported)) name(value, exported)
  for (const [call, { answer, body }] of Object.entries(calls)) {
    name(answer, `${capitalized(call)}Answer`)
    if (body) name(body, `${capitalized(call)}Body`)
  }
  return {
    schemas: convert(names),
    referTo(schema) {
      const known = names.get(schema)
      if (known === undefined) throw new Error('a schema that no call bears')
      return { $ref: refTo(known) }
    },
  }
}

function convert(names: ReadonlyMap<Schema, string>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: refTo,
    io: 'input',
    // What a portal makes of an unreadable answer is not part of the API.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
    },
  })
  const { __shared: shared, ...named } = schemas as Record<string, JsonSchema>
  if (shared !== undefined) throw new Error(`recursive schemas without a name: ${JSON.stringify(shared)}`)
  return Object.fromEntries(
    Object.keys(named)
      .toSorted()
      .map((id) => [id, tidy(named[id]!, id)]),
  )
}

/** Removes what only a separate document would have; a schema's reference to itself uses its name. */
function tidy({ $schema: _dialect, $id: _address, ...schema }: JsonSchema, id: string): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === '$ref' && value === '#' ? refTo(id) : value)),
  ) as JsonSchema
}

/** The parameters in a query's schema, as in an address. */
export function parametersOf(query: Schema): { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' }) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }))
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

import * as z from 'zod/mini'

/**
 * Parses an API's answer and treats null as left out: a null that the schema refuses is removed, and the rest is checked again. An answer that fits is not
 * searched for nulls.
 */
export function parseLenient<S extends z.ZodMiniType>(
  schema: S,
  told: unknown,
): z.core.util.SafeParseResult<z.output<S>> {
  const read = z.safeParse(schema, told)
  const refused = read.error?.issues.map(({ path }) => path) ?? []
  const nulls = refused.filter((path) => path.length > 0 && partAt(told, path) === null)
  return nulls.length === 0 ? read : parseLenient(schema, nulls.reduce(without, told))
}

type Path = readonly PropertyKey[]
type Part = Record<PropertyKey, unknown>

const partAt = (told: unknown, path: Path): unknown =>
  path.reduce((part, key) => (Object(part) as Part)[key], told)

function without(told: unknown, [key, ...rest]: Path): unknown {
  const part = (Array.isArray(told) ? [...(told as unknown[])] : { ...(told as Part) }) as Part
  if (rest.length > 0) part[key!] = without(part[key!], rest)
  else delete part[key!]
  return part
}

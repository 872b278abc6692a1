import * as z from 'zod/mini'
import { HostConfiguration } from '#contract/schemas/location.ts'

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^${label}(\\.${label})*$`, 'i')

/**
 * `host.json`. The `Host` header has a bare name, and links in emails begin with `adminURL`, so that other forms would never match. The API drops fields that
 * it does not know; in a file, such a field is a typo.
 */
export const HostFile = strictly(
  z.extend(HostConfiguration, {
    hosts: z
      .array(z.string().check(z.refine((text) => hostName.test(text), 'not a host name')))
      .check(z.minLength(1, 'names no host')),
    locationId: z.string().check(z.regex(/\S/, 'must be an id')),
    adminURL: z.string().check(z.refine(isWebAddress, 'not a web address')),
  }),
)
export type HostFile = z.infer<typeof HostFile>

/** The same schema, but it and all objects within it refuse unknown fields. */
function strictly<S extends z.ZodMiniType>(schema: S): S {
  const strict: z.ZodMiniType =
    schema instanceof z.ZodMiniObject
      ? z.strictObject(
          Object.fromEntries(
            Object.entries(schema.shape as Record<string, z.ZodMiniType>).map(([name, inner]) => [
              name,
              strictly(inner),
            ]),
          ),
        )
      : schema instanceof z.ZodMiniOptional
        ? z.optional(strictly(schema._zod.def.innerType as z.ZodMiniType))
        : schema
  return strict as S
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  // `https:host` would parse, too, but links begin with the text exactly as written.
  return /^https?:\/\//i.test(text) && username === '' && password === ''
}

import * as z from 'zod/mini'
import { HostConfiguration } from '#contract/schemas/location.ts'

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostName = new RegExp(`^${label}(\\.${label})*$`, 'i')

/**
 * `host.json`. Requests come with a name alone in `Host`, and links in emails begin with `adminURL`: what is another thing finds nobody. The wire drops a field
 * that it does not know; of a file that is a typo.
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

/** A schema whose objects, and those within them, have no other fields than they name. */
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
  // `https:host` would be parsed, too, and links begin with the text as it stands.
  return /^https?:\/\//i.test(text) && username === '' && password === ''
}

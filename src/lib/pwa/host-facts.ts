import type { ZoneOffsetPeriod } from '#contract/local-time.ts'
import type { HostConfiguration } from '#contract/schemas/location.ts'

/** What the served page says about its host, read from its data block (see server/portal). */
export type HostFacts = {
  label: string
  host: HostConfiguration
  /** The location's UTC offsets this year and the next. */
  zone?: { name: string; stretches: readonly ZoneOffsetPeriod[] } | undefined
  payments: { provider: 'sandbox' | 'stripe'; publishableKey: string }
  /** How this host verifies that users are human (a port: lib/verification). */
  verification: { provider: 'embedded' | 'recaptcha'; siteKey?: string | undefined }
  /** The hosted log service and its token; without one nothing is logged. */
  log?: { url: string; token: string } | undefined
  /** Google's map of the location, where the server has a key for it; without one, the restaurant's photo or only its address is shown. */
  maps?: { googleKey: string } | undefined
  version: string
}

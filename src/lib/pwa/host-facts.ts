import type { HostConfiguration } from '#contract/schemas/location.ts'

/** What the page that the host served says of itself, read from its data block (see server/portal). */
export type HostFacts = {
  label: string
  host: HostConfiguration
  payments: { provider: 'sandbox' | 'stripe'; publishableKey: string }
  version: string
}

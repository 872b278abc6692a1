import * as z from 'zod/mini'

/** Exporting and deleting a person's data (docs/decisions/062). Extension `own_data`. */

/**
 * Everything that the restaurant's server stores about a person: for each kind, named like its table, the stored rows, with times in ISO and money in cents.
 * `unavailable` names what another service stores and did not deliver now; `left_out` lists the tables with data of the person that are not included, each with
 * the reason, in English.
 */
export const AccountExport = z.object({
  made_at: z.string(),
  restaurant: z.string(),
  account: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  unavailable: z.array(z.string()),
  left_out: z.optional(z.record(z.string(), z.string())),
})
export type AccountExport = z.infer<typeof AccountExport>

/** `password` is empty where the account has none. */
export const DeleteAccountBody = z.object({ password: z.string().check(z.maxLength(1000)) })

/** What browsers blocked on this restaurant's pages, counted; newest first. */
export const PolicyReport = z.object({
  /** The first and last local day on which it happened, ISO dates. */
  first_day: z.string(),
  last_day: z.string(),
  directive: z.string(),
  /** The source of what was blocked: an origin, or a keyword (`inline`, `eval`, `data`). */
  source: z.string(),
  /** The pages, as patterns: `/cards/:id`. */
  screens: z.array(z.string()),
  count: z.int(),
})
export type PolicyReport = z.infer<typeof PolicyReport>
export const PolicyReportsAnswer = z.object({ reports: z.array(PolicyReport) })

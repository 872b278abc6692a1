import * as z from 'zod/mini'

/** What a person may have of what is known of them, and having it forgotten (docs/decisions/062). Extension `own_data`. */

/**
 * Everything that the restaurant's server keeps of a person: for each kind, named as its table is, the rows as they stand there, times in ISO, money in
 * cents. `unavailable` names what somebody else keeps and did not give just now; `left_out` the tables that have something of the person and are not in it,
 * each with why, in English.
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

/** What browsers refused on this restaurant's pages, counted: the newest first. */
export const PolicyReport = z.object({
  /** The first and the last local day of it, ISO dates. */
  first_day: z.string(),
  last_day: z.string(),
  directive: z.string(),
  /** Where what was refused came from: an origin, or a keyword (`inline`, `eval`, `data`). */
  source: z.string(),
  /** The pages, as patterns: `/cards/:id`. */
  screens: z.array(z.string()),
  count: z.int(),
})
export type PolicyReport = z.infer<typeof PolicyReport>
export const PolicyReportsAnswer = z.object({ reports: z.array(PolicyReport) })

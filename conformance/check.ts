import type { EndpointName } from '#contract/endpoints.ts'
import type { Visit } from './visit.ts'

/** One thing that the portal relies on. Several checks may belong to one requirement: the report's row for it shows the worst result. */
export type Check = {
  /** A requirement of the specification (`AT-15`), or `x:` with the name of a Larder extension. */
  id: string
  title: string
  /** The calls that it tests. */
  calls: readonly EndpointName[]
  /** Throws Misfit, NotOffered or NotChecked. */
  run(visit: Visit): Promise<unknown>
}

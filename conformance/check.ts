import type { EndpointName } from '#contract/endpoints.ts'
import type { Visit } from './visit.ts'

/** One thing that the portal relies on. Several checks may be of one requirement: its row then says the worst of them. */
export type Check = {
  /** A requirement of the specification (`AT-15`), or `x:` and what Larder has beyond it. */
  id: string
  title: string
  /** The calls that it looks at. */
  calls: readonly EndpointName[]
  /** Throws Misfit, NotOffered or NotChecked. */
  run(visit: Visit): Promise<unknown>
}

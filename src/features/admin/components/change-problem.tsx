import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'

/** Why a change failed; renders nothing without an error. */
export function ChangeProblem({ error }: { error: AppError | undefined }) {
  return (
    error && (
      <Banner tone="error" header="Error" messages={explain(error)} reference={error.details.requestId} />
    )
  )
}

import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'

/** Why what the staff sent was not done. It scrolls into view: the button that sent it may be far below. */
export const RefusedBanner = ({ error }: { error: AppError }) => (
  <Banner
    intoView
    tone="error"
    header="Error"
    messages={explain(error)}
    reference={error.details.requestId}
  />
)

import type { LocationCopy } from '#contract/schemas/first-screen.ts'

export type LocationRow = {
  locationId: string
  copy: LocationCopy
  etags: Record<string, string>
  savedAt: number
}

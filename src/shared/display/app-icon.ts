import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { isOwnPath } from '#lib/paint/path-link.tsx'

/** The restaurant's icon (the configuration `app_icon`), if it is an address that a page may load. */
export function findAppIcon(copy: LocationCopy | undefined): string | undefined {
  const icon = copy?.configurations.find((one) => one.name === 'app_icon')?.value
  return typeof icon === 'string' && (isOwnPath(icon) || icon.startsWith('data:image/')) ? icon : undefined
}

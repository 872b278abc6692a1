import type { LoadServices, Services } from './services.ts'

/**
 * Writes to the device's store what nobody waits for: a text that is being typed, what was read or hidden. If the store fails or has no room, it lasts as long
 * as the page (reliability D1).
 */
export const writeInBackground = (
  load: LoadServices,
  write: (services: Services) => Promise<unknown>,
): void =>
  void load().then(async (services) => {
    try {
      await write(services)
    } catch {
      return // Nobody waits for it, and the next one may be kept.
    }
  })

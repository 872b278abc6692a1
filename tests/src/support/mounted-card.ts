import type { MountedCard } from '#lib/payments/provider.ts'

/** Card fields that are filled in already: `makeMethod` gives the id of their payment method. */
export const mountedCard = (makeMethod: () => Promise<string>): MountedCard => ({
  onChange: () => undefined,
  onReady: () => undefined,
  remountMissing: () => [],
  setStyle: () => undefined,
  createPaymentMethod: async () => ({ id: await makeMethod() }),
  unmount: () => undefined,
})

import type { Location } from '#contract/schemas/location.ts'

/** The street and, where there is one, the floor or the suite, as everybody who looks for the door needs it. */
export const streetOf = ({ address1, address2 }: Pick<Location, 'address1' | 'address2'>): string =>
  address2 ? `${address1}, ${address2}` : address1

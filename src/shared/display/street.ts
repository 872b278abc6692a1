import type { Location } from '#contract/schemas/location.ts'

/** The street with the floor or suite, where there is one. */
export const streetOf = ({ address1, address2 }: Pick<Location, 'address1' | 'address2'>): string =>
  address2 ? `${address1}, ${address2}` : address1

import { createHash } from 'node:crypto'

/** A claim code as the database stores it: hashed, per location. */
export const hashOfClaimCode = (locationId: string, code: string): string =>
  createHash('sha256')
    .update(`${locationId}\n${plainCode(code)}`)
    .digest('base64url')

/** Normalizes a typed code: any case, with or without dashes, and the letters O, I and L for the digits that they look like. */
const plainCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

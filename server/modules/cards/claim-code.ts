import { createHash } from 'node:crypto'

/** How the database knows a claim code: by its hash within the location. */
export const hashOfClaimCode = (locationId: string, code: string): string =>
  createHash('sha256')
    .update(`${locationId}\n${plainCode(code)}`)
    .digest('base64url')

/** A code however it is typed: in any case, with or without its dashes, the letters O, I and L for the digits that they look like. */
const plainCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

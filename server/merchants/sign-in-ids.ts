import type { MerchantDocument } from './document.ts'

/** The merchant's client ids at the sign-in providers (specification §3, configurations `google_id.web` and `facebook_id`). */
export type SignInIds = { google: string | undefined; facebook: string | undefined }

/** A merchant's client ids; undefined where none is set up. */
export function findSignInIds({ configurations }: Pick<MerchantDocument, 'configurations'>): SignInIds {
  const valueOf = (name: string): unknown => configurations.find((one) => one.name === name)?.value
  const google = valueOf('google_id')
  const web = typeof google === 'object' && google !== null && 'web' in google ? google.web : undefined
  return { google: filled(web), facebook: filled(valueOf('facebook_id')) }
}

const filled = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

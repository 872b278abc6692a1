/**
 * The owner of rows: the first 32 hexadecimal digits of SHA-256 over location and email. It is the same on every visit even with an API that has no user ids,
 * differs between merchants, and reveals nothing about the person.
 */
export async function principalOf(locationId: string, email: string): Promise<string> {
  const text = new TextEncoder().encode(`${locationId}\n${email.trim().toLowerCase()}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { findTyped, keepTyped } from '#lib/query/typed-forms.ts'

/**
 * The address that somebody has typed to sign in: whoever then asks for a new password or an unlock link has typed it already. The login form itself does not
 * begin with it: there the browser fills in an address together with its password.
 */
export const findTypedEmail = (): string => findTyped('sign-in')?.['email'] ?? ''

export const keepTypedEmail = (email: string): void =>
  keepTyped('sign-in', email === '' ? undefined : { email })

/** It has served: they are signed in, or their email is on its way. */
export const forgetTypedEmail = (): void => keepTyped('sign-in', undefined)

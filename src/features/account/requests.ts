import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import type { SignUpForm } from '#contract/rules/account.ts'
import { findLocation } from '#db/locations.ts'
import type { Services } from '#lib/query/services.ts'

/**
 * Calls that are made only while the user is present: sign-up, forgotten passwords, unlocking. Each contains a secret or a short-lived verification, and is
 * never sent later.
 */

/** The names of the merchant that a form is for (specification §7). */
type Place = { organizationId: string; locationId: string; adminURL: string }

/** Creates an account. Returns the server's message. */
export async function register(
  services: Services,
  form: SignUpForm,
  token: string,
  place: Place,
  key: string,
): Promise<string> {
  const { status } = await services.api.send(accountEndpoints.register, {
    key,
    body: {
      ...form,
      email: form.email.trim(),
      email_confirmation: form.email_confirmation.trim(),
      first_name: form.first_name.trim(),
      last_name: form.last_name.trim(),
      phone: phoneDigits(form.phone),
      token,
      showDatePicker: false,
      organization_id: place.organizationId,
      location_id: place.locationId,
    },
  })
  return status
}

/** Requests a reset link. §7: it leads to the merchant admin address plus /resetpassword. */
export async function sendPasswordReset(
  services: Services,
  email: string,
  place: Place,
  key: string,
): Promise<string> {
  const body = {
    email: email.trim(),
    destination: `${place.adminURL}/resetpassword`,
    organization_id: place.organizationId,
  }
  const { status } = await services.api.send(accountEndpoints.sendPasswordReset, { key, body })
  return status
}

/** Sets a new password with the token of a mailed link. */
export async function resetPassword(
  services: Services,
  input: { password: string; confirmation: string; token: string },
  key: string,
): Promise<string> {
  const body = { password: input.password, password_confirmation: input.confirmation, key: input.token }
  const { status } = await services.api.send(accountEndpoints.resetPassword, { key, body })
  return status
}

/** Throws `link_invalid` where a mailed link no longer works. Does not use it up (extension `link_check`). */
export const checkLink = (
  services: Services,
  body: { token: string; purpose: 'reset' | 'invite' },
): Promise<unknown> => services.api.send(accountEndpoints.checkLink, { key: services.ids.uuid(), body })

/** Unlocks, or confirms, an account with the token of a mailed link. */
export async function unlockAccount(services: Services, token: string, key: string): Promise<string> {
  const { message } = (await offersPost(services))
    ? await services.api.send(accountEndpoints.unlockAccountByPost, { key, body: { token } })
    : await services.api.send(accountEndpoints.unlockAccount, { key, query: { token } })
  return message
}

/** Asks for a new unlock link. */
export async function resendUnlock(
  services: Services,
  email: string,
  place: Place,
  key: string,
): Promise<string> {
  const what = { email: email.trim(), destination: `${place.adminURL}/unlockaccount` }
  const { message } = (await offersPost(services))
    ? await services.api.send(accountEndpoints.resendUnlockByPost, { key, body: what })
    : await services.api.send(accountEndpoints.resendUnlock, { key, query: what })
  return message
}

/** The specification's own two calls have a token and an address in the URL: where the API also offers them as POST, neither ends up in any log. */
async function offersPost({ db, locationId }: Services): Promise<boolean> {
  return (await findLocation(db, locationId))?.copy.location.api_extensions?.includes('post_aliases') ?? false
}

/** Changes the password of the signed-in user. */
export async function changePassword(
  services: Services,
  form: { current: string; next: string; confirm: string },
  key: string,
): Promise<string> {
  const { status } = await services.api.send(accountEndpoints.changePassword, {
    key,
    body: {
      current_password: form.current,
      new_password: form.next,
      new_password_confirmation: form.confirm,
    },
  })
  return status
}

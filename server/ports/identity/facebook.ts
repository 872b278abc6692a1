import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '#contract/ports.ts'
import {
  type FacebookTokens,
  type IdentityProvider,
  IdentityUnreachableError,
  providerTimeoutMs,
} from './identity.ts'
import { errorName } from '#server/ports/log.ts'

type FacebookOptions = {
  /** With the API's version, without a trailing slash. */
  graphUrl: string
  appSecret: string
  clock: Clock
}

/** https://developers.facebook.com/docs/graph-api/reference/debug_token */
const DebugToken = z.object({
  data: z.object({
    app_id: z.optional(z.string()),
    type: z.optional(z.string()),
    is_valid: z.boolean(),
    user_id: z.optional(z.string()),
    /** In seconds; 0 is never. */
    expires_at: z.optional(z.int()),
  }),
})

const Me = z.object({
  id: z.string(),
  email: z.optional(z.string()),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
})

/**
 * Facebook's access tokens. Another application's token looks as valid as ours, so Facebook is asked which application it was made for before whom it stands
 * for. Facebook only gives a confirmed email, so one that it gives counts as verified.
 */
export function facebookIdentity({
  graphUrl,
  appSecret,
  clock,
}: FacebookOptions): IdentityProvider<FacebookTokens> {
  return {
    async verify(appId, { accessToken }) {
      const inspected = await ask(
        `${graphUrl}/debug_token`,
        { input_token: accessToken, access_token: `${appId}|${appSecret}` },
        DebugToken,
      )
      // Facebook answers 200 for a bad token, so a refusal is about us: a wrong secret, or too many calls.
      if (inspected === 'refused') throw new IdentityUnreachableError('debug_token was refused')
      const {
        app_id: owner,
        type,
        is_valid: isValid,
        user_id: userId,
        expires_at: expiresAt = 0,
      } = inspected.data
      const expired = expiresAt !== 0 && expiresAt * 1000 <= clock.now()
      if (
        !isValid ||
        expired ||
        owner !== appId ||
        userId === undefined ||
        (type !== undefined && type !== 'USER')
      )
        return undefined
      const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex')
      const me = await ask(
        `${graphUrl}/me`,
        { fields: 'id,email,first_name,last_name', access_token: accessToken, appsecret_proof: proof },
        Me,
      )
      if (me === 'refused' || me.id !== userId) return undefined
      const { email, first_name: firstName = '', last_name: lastName = '' } = me
      return { subject: me.id, email, emailVerified: email !== undefined, firstName, lastName }
    },
  }
}

async function ask<S extends z.ZodMiniType>(
  url: string,
  query: Record<string, string>,
  schema: S,
): Promise<z.infer<S> | 'refused'> {
  try {
    const response = await fetch(`${url}?${new URLSearchParams(query)}`, {
      signal: AbortSignal.timeout(providerTimeoutMs),
      redirect: 'error',
    })
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'refused'
    if (!response.ok) throw new Error(`status ${response.status}`)
    return z.parse(schema, await response.json())
  } catch (error) {
    // The message may contain the URL with the token in it; the name does not.
    throw new IdentityUnreachableError(errorName(error))
  }
}

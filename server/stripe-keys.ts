/** A pair of keys as an operator wrote it, and what each is called there. */
type WrittenKeys = {
  secret: { name: string; key: string }
  publishable: { name: string; key: string }
}

/**
 * What is wrong with a pair, undefined when nothing is. It names no key: the line goes to logs. A secret key in the place of the publishable one would stand in
 * every page.
 */
export function findKeysFault(
  { secret, publishable }: WrittenKeys,
  environment: 'daily' | 'stage' | 'prod',
): string | undefined {
  const kindOfSecret = /^(?:sk|rk)_(test|live)_\w+$/.exec(secret.key)?.[1]
  const kindOfPublishable = /^pk_(test|live)_\w+$/.exec(publishable.key)?.[1]
  // Who rehearses is not told to write a key that charges real cards.
  const kind = environment === 'prod' ? 'live' : 'test'
  if (kindOfSecret === undefined)
    return `${secret.name} must be one of Stripe’s, sk_${kind}_… or rk_${kind}_…`
  if (kindOfPublishable === undefined) return `${publishable.name} must be one of Stripe’s, pk_${kind}_…`
  return kindOfSecret === kindOfPublishable
    ? undefined
    : 'one key is for tests and the other is live: both must be of the same kind'
}

/** A pair of keys as an operator wrote it, with the name of each setting. */
type WrittenKeys = {
  secret: { name: string; key: string }
  publishable: { name: string; key: string }
}

/**
 * What is wrong with a pair; undefined when it is valid. The message quotes no key: it goes to logs. A secret key in place of the publishable one would be
 * shown in every page.
 */
export function findKeysFault(
  { secret, publishable }: WrittenKeys,
  environment: 'daily' | 'stage' | 'prod',
): string | undefined {
  const kindOfSecret = /^(?:sk|rk)_(test|live)_\w+$/.exec(secret.key)?.[1]
  const kindOfPublishable = /^pk_(test|live)_\w+$/.exec(publishable.key)?.[1]
  // Outside of production, nobody is told to set a key that charges real cards.
  const kind = environment === 'prod' ? 'live' : 'test'
  if (kindOfSecret === undefined)
    return `${secret.name} must be one of Stripe’s, sk_${kind}_… or rk_${kind}_…`
  if (kindOfPublishable === undefined) return `${publishable.name} must be one of Stripe’s, pk_${kind}_…`
  return kindOfSecret === kindOfPublishable
    ? undefined
    : 'one key is for tests and the other is live: both must be of the same kind'
}

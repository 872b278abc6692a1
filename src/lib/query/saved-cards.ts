import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { type EphemeralKeyAnswer, ephemeralKeyVersion, type PaymentSource } from '#contract/schemas/user.ts'
import { answerQuery } from './answer-query.ts'
import { keys } from './keys.ts'
import { useLocationCopy } from './location.ts'
import { usePortal, useSession } from './portal-context.tsx'

export type SavedCards = { customerId: string; sources: readonly PaymentSource[] }

/** How long the payment step waits for saved cards before a card can be typed (ms): cards that load later do not replace fields that are being filled in. */
const timeoutMs = 4000

/**
 * Whether members are asked to save a card, and can have one removed (extension `saved_cards`). Without it, a typed card is always saved, as with the
 * specification's calls.
 */
export const useCardKeeping = (): boolean =>
  useLocationCopy()?.location.api_extensions?.includes('saved_cards') ?? false

/** The signed-in user's customer and saved cards, from the card provider. Creates the customer if there is none. */
export function useCustomer(wanted: boolean) {
  const { load, facts } = usePortal()
  const session = useSession()
  const user = session.state === 'user' ? session : undefined
  return useQuery({
    ...answerQuery<EphemeralKeyAnswer>(
      load,
      keys.savedCards(facts.host.locationId, user?.principal ?? ''),
      async ({ api, ids }) => {
        const body = { stripe_version: ephemeralKeyVersion, email: user?.email ?? '' }
        return await api.send(accountEndpoints.createEphemeralKey, { body, key: ids.uuid() })
      },
    ),
    enabled: wanted && user !== undefined,
    staleTime: 0,
  })
}

/**
 * The signed-in user's customer and saved cards at the card provider (specification §7, called before submit); none for a guest. `asking` while it is worth
 * waiting for the answer. Without one, a card can always be typed.
 */
export function useSavedCards(wanted: boolean): { asking: boolean; saved: SavedCards | undefined } {
  const [late, setLate] = useState(false)
  const { isLoading, isError, data } = useCustomer(wanted)
  // From then on a card can be typed: a later refetch, as when the diner is back from another app, must not remove the fields.
  const [hasFailed, setHasFailed] = useState(false)
  if (isError && !hasFailed) setHasFailed(true)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLate(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return { asking: isLoading && !late && !hasFailed, saved: data && savedOf(data, late) }
}

const savedOf = (
  { stripe_customer_id: customerId, payment_sources: sources = [] }: EphemeralKeyAnswer,
  late: boolean,
): SavedCards => ({ customerId, sources: late ? [] : sources })

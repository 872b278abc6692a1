import { useQueryClient } from '@tanstack/react-query'
import { cardsQuery } from '#lib/query/account.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, usePrincipal, useSession } from '#lib/query/portal-context.tsx'
import { importCard, type Imported, type ImportInput } from './requests.ts'
import { type CardRequest, useRequest } from './use-request.ts'

type Message = Imported['success_message']

/** Adds a card to the account. `onImported` is called when the card is in the account and on this device. */
export function useImport<Input>(
  toInput: (input: Input) => ImportInput,
  onImported: (imported: Imported) => void,
): CardRequest<Input, Imported> {
  const client = useQueryClient()
  const { load, facts } = usePortal()
  const principal = usePrincipal()
  const { locationId } = facts.host
  return useRequest(
    (services, input: Input, proof, key) => importCard(services, toInput(input), proof, key),
    async (imported) => {
      client.setQueryData<Message>(
        keys.importMessage(locationId, principal, imported.card.id),
        imported.success_message,
      )
      // Reads the list with the new card; if that fails, the next read brings it.
      await client.prefetchQuery({ ...cardsQuery(load, locationId, principal), staleTime: 0 })
      onImported(imported)
    },
  )
}

/** What the restaurant said about a card just added in this tab; undefined later. Deleted with the tab and at sign-out, like everything personal. */
export function useImportMessage(cardId: string): Message | undefined {
  const client = useQueryClient()
  const { facts } = usePortal()
  const session = useSession()
  return session.state === 'user'
    ? client.getQueryData<Message>(keys.importMessage(facts.host.locationId, session.principal, cardId))
    : undefined
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import type { SessionEntry } from '#contract/schemas/session.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { keys } from '#lib/query/keys.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { ageText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

/** Where this account is signed in, where the API tells (extension `sessions`): a lost phone is signed out from here. */
export function SessionList() {
  const { load, facts } = usePortal()
  const client = useQueryClient()
  const offered = useLocationCopy()?.location.api_extensions?.includes('sessions') ?? false
  const queryKey = [...keys.personal(facts.host.locationId), 'sessions']
  const list = useQuery({
    queryKey,
    queryFn: async () => (await (await load()).api.get(accountEndpoints.listSessions)).sessions,
    enabled: offered,
    staleTime: 0,
  })
  const ending = useMutation({
    mutationFn: async (id: string) => {
      const services = await load()
      return (await services.api.get(accountEndpoints.revokeSession, { params: { id }, key: services.ids.uuid() })).sessions
    },
    onSuccess: (sessions) => client.setQueryData(queryKey, sessions),
  })
  // A list of devices that nobody can end anything from is worth nothing without a signal.
  if (!list.data) return null
  return (
    <Box as="section" aria-labelledby="sessions" display="grid" gap="3">
      <chakra.h2 id="sessions" fontSize="lead">
        Where you are signed in
      </chakra.h2>
      {ending.error && <Banner tone="error" header="Error" messages={explain(asAppError(ending.error))} />}
      <chakra.ul display="grid" gap="2">
        {list.data.map((session) => (
          <Row key={session.id} session={session} busy={ending.isPending} onEnd={() => ending.mutate(session.id)} />
        ))}
      </chakra.ul>
    </Box>
  )
}

function Row({ session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: () => void }) {
  const now = useNow()
  const seen = now === undefined ? '' : ageText(Math.max(0, now - Date.parse(session.last_seen_at)))
  return (
    <chakra.li display="flex" alignItems="center" justifyContent="space-between" gap="3" minHeight="48px">
      <Box>
        <Text>{session.device}</Text>
        <Text fontSize="small" color="muted">
          {session.current ? 'This device' : seen}
        </Text>
      </Box>
      {!session.current && (
        <Button look="quiet" disabled={busy} onClick={onEnd} aria-label={`Sign out ${session.device}`}>
          Sign out
        </Button>
      )}
    </chakra.li>
  )
}

import { plural, t, translateAnswer } from '#contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { answerQuery } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import { useLostAnswer } from '#lib/query/use-lost-answer.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { ageText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { type Device, devicesOf } from '../devices.ts'
import { liveText } from '#lib/paint/marks.ts'

/** The devices on which this account is signed in, where the API lists them (extension `sessions`): a lost phone can be signed out here. */
export function SessionList() {
  const { load, facts } = usePortal()
  const offered = useLocationCopy()?.location.api_extensions?.includes('sessions') ?? false
  const principal = usePrincipal()
  const list = useQuery({
    ...answerQuery(load, keys.sessions(facts.host.locationId, principal), ({ api }) =>
      api.send(accountEndpoints.listSessions),
    ),
    enabled: offered,
    staleTime: 0,
  })
  const [isFound, setIsFound] = useState(false)
  const ending = useSingleMutation({
    onMutate: () => setIsFound(false),
    mutationFn: async (ids: readonly string[]) => {
      const { api, ids: uuids } = await load()
      for (const id of ids)
        await api.send(accountEndpoints.revokeSession, { params: { id }, key: uuids.uuid() })
    },
  })
  const isLost = ending.error !== null && asAppError(ending.error).details.mayBeDone
  const left = list.data?.sessions ?? []
  useLostAnswer(
    isLost === true && !list.isFetching && !left.some(({ id }) => ending.variables?.includes(id)),
    () => {
      ending.reset()
      setIsFound(true)
    },
  )
  // A device that was signed out leaves the list together with its focused button.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ending.isSuccess || isFound) heading.current?.focus({ preventScroll: true })
  }, [ending.isSuccess, isFound])
  // Without a signal no device can be signed out, so the list would be useless.
  if (!list.data) return null
  const devices = devicesOf(list.data.sessions)
  const others = devices.flatMap(({ endable }) => endable)
  return (
    <Box as="section" aria-labelledby="sessions" display="grid" gap="3">
      <chakra.h2 id="sessions" ref={heading} tabIndex={-1} outline="none" fontSize="lead">
        {t('Where you are signed in')}
      </chakra.h2>
      {ending.error && (
        <Banner tone="error" header={t('Error')} messages={explain(asAppError(ending.error))} />
      )}
      {isFound && <Text role="status">{t('It went through: signed out.')}</Text>}
      <chakra.ul display="grid" gap="2">
        {devices.map((device) => (
          <Row
            key={device.name}
            device={device}
            busy={ending.isPending}
            onEnd={() => ending.mutate(device.endable)}
          />
        ))}
      </chakra.ul>
      {others.length > 0 && (
        <Button
          look="second"
          aria-busy={ending.isPending}
          aria-disabled={ending.isPending}
          onClick={() => ending.mutate(others)}
        >
          {t('SIGN OUT EVERYWHERE ELSE')}
        </Button>
      )}
    </Box>
  )
}

function Row({
  device: { name, current, lastSeenAt, endable },
  busy,
  onEnd,
}: {
  device: Device
  busy: boolean
  onEnd: () => void
}) {
  const now = useNow()
  const seen = now === undefined ? '' : ageText(now - Date.parse(lastSeenAt))
  return (
    <chakra.li display="flex" alignItems="center" justifyContent="space-between" gap="3" minHeight="48px">
      <Box>
        <Text>{deviceText(name)}</Text>
        <Text fontSize="small" color="muted" {...liveText}>
          {current
            ? [
                t('This device'),
                endable.length > 0 &&
                  plural(
                    endable.length,
                    '{0} other sign-in from this kind of device',
                    '{0} other sign-ins from this kind of device',
                  ),
              ]
                .filter(Boolean)
                .join(' · ')
            : seen}
        </Text>
      </Box>
      {!current && (
        <Button
          look="quiet"
          aria-disabled={busy}
          onClick={onEnd}
          aria-label={t`Sign out ${deviceText(name)}`}
        >
          {t('Sign out')}
        </Button>
      )}
    </chakra.li>
  )
}

/** The server's name of a device, such as `Chrome on Android`, in the page's language. */
function deviceText(name: string): string {
  const [, browser, system] = /^(\S+) on (\S+)$/.exec(name) ?? []
  return browser && system ? t`${browser} on ${system}` : translateAnswer(name)
}

import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useEffect, useRef, useState } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { type FacebookSignIn, loadFacebook } from '#lib/identity/facebook.ts'
import { loadGoogle } from '#lib/identity/google.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Credentials } from '#lib/query/services.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

/** Signing in with Facebook or Google, each only where the restaurant has configured it (specification §2 *Login*); otherwise nothing of theirs is loaded. */
export function SocialButtons({
  onSignedIn,
  onRefused,
}: {
  onSignedIn: () => void
  /** Also called when the person is known but a second step is required. */
  onRefused: (error: AppError) => void
}) {
  const { load } = usePortal()
  const copy = useLocationCopy()
  const { google, facebook } = identitiesOf(copy)
  const signing = useSingleMutation({
    mutationFn: async (credentials: Credentials) => await (await load()).session.signIn(credentials),
    onSuccess: onSignedIn,
    onError: (cause) => onRefused(asAppError(cause)),
  })
  if (google === '' && facebook === '') return null
  return (
    <Box as="section" aria-label={t('Other ways to sign in')} display="grid" gap="3" paddingTop="5">
      <Text color="muted" fontSize="small" textAlign="center">
        {t('or')}
      </Text>
      {signing.error && (
        <Banner
          intoView
          tone="error"
          header={t('There were some errors with your submission')}
          messages={explain(asAppError(signing.error))}
        />
      )}
      {facebook !== '' && (
        <FacebookButton
          appId={facebook}
          busy={signing.isPending}
          onTokens={(tokens) => signing.mutate({ kind: 'facebook', ...tokens })}
        />
      )}
      {google !== '' && (
        <GoogleButton
          clientId={google}
          onTokens={(tokens) => signing.mutate({ kind: 'google', ...tokens })}
        />
      )}
    </Box>
  )
}

/** The public ids of the restaurant's apps at both providers; empty where there is none. */
function identitiesOf(copy: LocationCopy | undefined): { google: string; facebook: string } {
  const valueOf = (name: string): unknown => copy?.configurations.find((one) => one.name === name)?.value
  const google = valueOf('google_id')
  const facebook = valueOf('facebook_id')
  const web = typeof google === 'object' && google !== null && 'web' in google ? google.web : ''
  return {
    google: typeof web === 'string' ? web : '',
    facebook: typeof facebook === 'string' ? facebook : '',
  }
}

function FacebookButton({
  appId,
  busy,
  onTokens,
}: {
  appId: string
  busy: boolean
  onTokens: (tokens: { accessToken: string }) => void
}) {
  const [facebook, setFacebook] = useState<FacebookSignIn>()
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    loadFacebook(appId).then(
      (loaded) => current && setFacebook(loaded),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [appId, round])
  const retry = (): void => {
    setFailed(false)
    setRound(round + 1)
  }
  if (failed) return <Unavailable name="Facebook" onRetry={retry} />
  return (
    <Button
      look="second"
      full
      disabled={!facebook}
      busy={busy}
      onClick={() => void facebook?.signIn().then((tokens) => tokens && onTokens(tokens))}
    >
      {t('CONTINUE WITH FACEBOOK')}
    </Button>
  )
}

function GoogleButton({
  clientId,
  onTokens,
}: {
  clientId: string
  onTokens: (tokens: { idToken: string; accessToken: string }) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onTokens)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    latest.current = onTokens
  })
  useEffect(() => {
    let current = true
    let unmount: (() => void) | undefined
    loadGoogle(clientId).then(
      (google) => {
        if (current && place.current)
          unmount = google?.mount(place.current, (tokens) => latest.current(tokens), {
            widthPx: place.current.clientWidth,
          })
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
      unmount?.()
    }
  }, [clientId, round])
  const retry = (): void => {
    setFailed(false)
    setRound(round + 1)
  }
  if (failed) return <Unavailable name="Google" onRetry={retry} />
  return <Box ref={place} minHeight="44px" display="grid" justifyItems="center" />
}

function Unavailable({ name, onRetry }: { name: string; onRetry: () => void }) {
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="3" role="status">
      <Text color="muted">{rich`${name} cannot be reached right now.`}</Text>
      <Button look="quiet" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Box>
  )
}

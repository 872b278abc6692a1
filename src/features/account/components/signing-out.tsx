import { plural, t } from '#contract/language.ts'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import type { Leaving } from '../use-leaving.ts'
import { LoadingOverlay } from './account-page.tsx'

/** Shown while a session ends. Unsent changes are never dropped silently: send, discard or stay. The same goes for an unplaced order. */
export function SigningOut({ leaving }: { leaving: Leaving }) {
  if (leaving.state === 'paying')
    return (
      <LoadingOverlay>{t('A payment is being finished. You are signed out right after.')}</LoadingOverlay>
    )
  if (leaving.state === 'asking') return <Unsent leaving={leaving} />
  if (leaving.state === 'unplaced') return <Unplaced leaving={leaving} />
  if (leaving.state === 'failed') return <Failed again={leaving.again} />
  return (
    <LoadingOverlay>{leaving.state === 'leaving' ? t('Signing you out') : t('One moment')}</LoadingOverlay>
  )
}

/** Returns to where the person came from. */
function useStay(): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  return () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/' }))
}

function Failed({ again }: { again: () => void }) {
  const stay = useStay()
  return (
    <Box display="grid" gap="5">
      <Banner
        tone="error"
        header={t('You are still signed in')}
        messages={[t('Signing out did not work just now.')]}
      />
      <Button full onClick={again}>
        {t('Try again')}
      </Button>
      <Button full look="quiet" onClick={() => void stay()}>
        {t('STAY SIGNED IN')}
      </Button>
    </Box>
  )
}

function Unplaced({ leaving }: { leaving: Extract<Leaving, { state: 'unplaced' }> }) {
  const stay = useStay()
  const comesBack = useLocationCopy()?.location.api_extensions?.includes('open_ticket') ?? false
  return (
    <Box
      display="grid"
      gap="5"
      role="alertdialog"
      aria-label={t('Your order is not placed yet')}
      aria-describedby="unplaced-order"
    >
      <Text fontSize="lead" fontWeight={650}>
        {t('Your order is not placed yet')}
      </Text>
      <Text id="unplaced-order" color="muted">
        {plural(leaving.dishes, '{0} dish is on it.', '{0} dishes are on it.')}{' '}
        {comesBack
          ? t(
              'Signing out takes it off this device and keeps it with your account for a day. Sign in again, here or on another device, and it is back.',
            )
          : t('Signing out takes it off this device, and it does not come back.')}
      </Text>
      <Button full onClick={() => void stay()}>
        {t('STAY SIGNED IN')}
      </Button>
      <Button full look="second" onClick={leaving.leave}>
        {t('SIGN OUT')}
      </Button>
    </Box>
  )
}

function Unsent({ leaving }: { leaving: Extract<Leaving, { state: 'asking' }> }) {
  const stay = useStay()
  const { unsent, sending, stillUnsent, send, discard } = leaving
  const title = plural(unsent, 'One change was not sent', '{0} changes were not sent')
  return (
    <Box display="grid" gap="5" role="alertdialog" aria-label={title}>
      <Text fontSize="lead" fontWeight={650}>
        {title}
      </Text>
      <Text color="muted">
        {plural(
          unsent,
          'The restaurant doesn’t have it yet. Signing out removes everything of yours from this device.',
          'The restaurant doesn’t have them yet. Signing out removes everything of yours from this device.',
        )}
      </Text>
      <Link to="/waiting">{t('See what was not sent')}</Link>
      {stillUnsent && (
        <Banner
          tone="error"
          header={t('Not sent')}
          messages={[t('There was no answer. Try again when you have a signal, discard, or stay.')]}
        />
      )}
      <Button full onClick={send} busy={sending}>
        {sending ? t('SENDING…') : t('SEND AND SIGN OUT')}
      </Button>
      <Button full look="second" onClick={discard} disabled={sending}>
        {t('DISCARD AND SIGN OUT')}
      </Button>
      <Button full look="quiet" onClick={stay}>
        {t('STAY SIGNED IN')}
      </Button>
    </Box>
  )
}

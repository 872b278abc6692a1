import { t } from '#contract/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { isOn } from '#contract/rules/features.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

/** For a guest who followed a member's link: only the member can see the order. Signing in leads back to `path`. */
export function SignInToSee({ path }: { path: string }) {
  const location = useLocationCopy()?.location
  const session = useSession()
  const navigate = useNavigate()
  if (session.state !== 'guest' || location === undefined || !isOn(location.settings, 'myAccount'))
    return null
  const go = (): void => {
    keepPreviousPath(path)
    void navigate({ to: '/login', state: { from: path } })
  }
  return (
    <Box display="grid" gap="3" justifyItems="start" marginBottom="6">
      <p>{t('Did you order with your account? Sign in, and it shows here.')}</p>
      <Button onClick={go}>{t('SIGN IN')}</Button>
    </Box>
  )
}

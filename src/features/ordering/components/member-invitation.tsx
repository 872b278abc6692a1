import { t } from '#contract/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { isOn } from '#contract/rules/features.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

/** Invites a guest to sign in or sign up (specification §2, /ordercart): both store where to return to, and the order comes along. */
export function MemberInvitation() {
  const navigate = useNavigate()
  const settings = useLocationCopy()?.location.settings
  if (!settings || !isOn(settings, 'myAccount') || !isOn(settings, 'rewards')) return null
  const go = (to: '/login' | '/signup'): void => {
    keepPreviousPath('/ordercart')
    void navigate({ to })
  }
  return (
    <Box
      as="section"
      aria-label={t('Membership')}
      display="grid"
      gap="3"
      padding="5"
      border="1px solid"
      borderColor="line"
      borderRadius="m"
    >
      <Text fontWeight={650}>{t('Become a member to earn points on this order!')}</Text>
      <Box display="flex" flexWrap="wrap" gap="3">
        <Button look="second" onClick={() => go('/login')}>
          {t('SIGN IN')}
        </Button>
        <Button look="second" onClick={() => go('/signup')}>
          {t('REGISTER')}
        </Button>
      </Box>
    </Box>
  )
}

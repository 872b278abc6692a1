import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { useNavigate } from '@tanstack/react-router'
import { formatPhone } from '#contract/rules/phone.ts'
import type { User } from '#contract/schemas/user.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { liveText } from '#lib/paint/marks.ts'

type AccountDetailsProps = {
  user: User
  savedAt: number | undefined
  onEdit: () => void
  onPassword: () => void
}

/** A greeting, the details, and the actions for them. Changing the password is shown only where there is one (specification §2 *Account*). */
export function AccountDetails({ user, savedAt, onEdit, onPassword }: AccountDetailsProps) {
  const navigate = useNavigate()
  return (
    <>
      <chakra.h2 fontSize="title">{rich`Hello, ${user.display_name}`}</chakra.h2>
      <chakra.dl display="grid" gap="4">
        {listDetails(user).map(([name, text]) => (
          <Box key={name} display="grid" gap="0">
            <chakra.dt color="muted" fontSize="small">
              {name}
            </chakra.dt>
            <chakra.dd overflowWrap="anywhere">{wholePhones(text)}</chakra.dd>
          </Box>
        ))}
      </chakra.dl>
      <Age savedAt={savedAt} />
      <Box display="flex" flexWrap="wrap" gap="3">
        <Button look="second" onClick={onEdit}>
          {t('EDIT')}
        </Button>
        {user.hasPassword && (
          <Button look="second" onClick={onPassword}>
            {t('CHANGE PASSWORD')}
          </Button>
        )}
        <Button look="quiet" onClick={() => void navigate({ to: '/login' })}>
          {t('SIGN OUT')}
        </Button>
      </Box>
    </>
  )
}

/** As the companies write them. */
const providerNames: Record<string, string> = { google: 'Google', facebook: 'Facebook' }

function listDetails(user: User): [string, string][] {
  const street = [user.address, user.address2].filter((part) => part !== '').join(', ')
  const town = [user.city, [user.state, user.zip].filter((part) => part !== '').join(' ')]
    .filter((part) => part !== '')
    .join(', ')
  const linked = user.linked_accounts.map(({ provider }) => providerNames[provider] ?? provider).join(', ')
  const all: [string, string][] = [
    [t('Name'), `${user.first_name} ${user.last_name}`.trim()],
    [t('Email'), user.email],
    [t('Phone'), user.phone === '' ? t('Not given') : formatPhone(user.phone)],
    [t('Address'), [street, town].filter((part) => part !== '').join(', ') || t('Not given')],
    [t('Birthday'), user.dob === '' ? t('Not given') : translateAnswer(user.dob)],
    [t('Account created on'), translateAnswer(user.account_created_on)],
    [t('Linked accounts'), linked || t('None')],
  ]
  return user.hasPassword ? [...all, [t('Password'), '••••••••']] : all
}

/** Without a signal the details come from the device, with their age. */
function Age({ savedAt }: { savedAt: number | undefined }) {
  const now = useNow()
  const reach = useReachability()
  if (reach !== 'unreachable' || savedAt === undefined || now === undefined) return null
  return <Text fontSize="small" color="muted" {...liveText}>{rich`As of ${agoText(savedAt, now)}.`}</Text>
}

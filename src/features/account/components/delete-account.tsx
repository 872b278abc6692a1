import { t } from '#contract/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type AppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field } from '#lib/ui/field.tsx'
import { PasswordInput, PasswordOwner } from '#lib/ui/password-input.tsx'
import { deleteAccount, isAccountThere } from '../own-data.ts'
import { useSubmission } from '../use-submission.ts'
import { ResultBanner } from './result-banner.tsx'

type DeleteAccountProps = { email: string; hasPassword: boolean; onCancel: () => void }

/** What is deleted and what stays, with the password as confirmation. Needs a signal: it is never done later. */
export function DeleteAccount({ email, hasPassword, onCancel }: DeleteAccountProps) {
  const [password, setPassword] = useState('')
  const { load } = usePortal()
  const leave = useLeaveForGood()
  const submission = useSubmission(
    (services, typed: string, key) => deleteAccount(services, typed, key),
    leave,
  )
  // A try whose answer was lost may have deleted the account: then nobody is left who could try again.
  const isLost = useRef(false)
  const [isThere, setIsThere] = useState(false)
  const look = async (): Promise<void> => {
    const found = await isAccountThere(await load())
    if (found === false) leave()
    setIsThere(found === true)
  }
  const onRefused = (error: AppError): void => {
    // Only if the API itself says so: a 401 from something in between proves nothing.
    if (error.kind === 'unauthorized' && error.details.problem && isLost.current) leave()
    isLost.current ||= isUnknownOutcome(error)
    if (error.details.mayBeDone) void look()
  }
  const isWrong = hasPassword && password === ''
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong || submission.busy) return
        setIsThere(false)
        submission.submit(password, { onRefused })
      }}
    >
      <Box display="grid" gap="5">
        <chakra.h2 fontSize="title">{t('Delete my account')}</chakra.h2>
        {submission.done === undefined && (
          <ResultBanner submission={submission}>
            {submission.error?.details.mayBeDone && isThere && (
              <Text>{t('Your account was still here just now.')}</Text>
            )}
          </ResultBanner>
        )}
        <Text fontWeight={650}>{t('This cannot be undone.')}</Text>
        <chakra.ul display="grid" gap="3" paddingInlineStart="5" listStyleType="disc">
          {consequences().map((text) => (
            <li key={text}>{text}</li>
          ))}
        </chakra.ul>
        {hasPassword && (
          <>
            <PasswordOwner email={email} />
            <Field
              label={t('Your password, to be sure it is you')}
              problem={submission.problemOf('password')}
            >
              {(props) => (
                <PasswordInput
                  {...props}
                  name="password"
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => {
                    setPassword(event.target.value)
                    submission.edited()
                  }}
                />
              )}
            </Field>
          </>
        )}
        <Box display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" disabled={isWrong} busy={submission.busy}>
            {submission.busy ? t('DELETING…') : t('DELETE FOR GOOD')}
          </Button>
          <Button look="second" onClick={onCancel}>
            {t('KEEP MY ACCOUNT')}
          </Button>
        </Box>
      </Box>
    </form>
  )
}

const consequences = (): string[] => [
  t('Your details, addresses, saved cards, points and rewards are deleted, and this device is emptied.'),
  t(
    'What was paid stays in the restaurant’s books, as the law asks, without your name, address, phone or email.',
  ),
  t(
    'If you have gift cards, they keep their money and are good for whoever has the number. Get your data first: we cannot tell you later which were yours.',
  ),
]

/** Empties the device, and goes to the page that says what stays. */
function useLeaveForGood(): () => void {
  const { load } = usePortal()
  const navigate = useNavigate()
  return () =>
    void (async () => {
      // Leaves the members-only screen first, while the session still exists.
      await navigate({ to: '/privacy', hash: 'deleted', replace: true })
      const { session } = await load()
      await session.signOut('anything')
    })()
}

import { t } from '#contract/language.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { rich } from '#lib/paint/rich.ts'
import type { Services } from '#lib/query/services.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { useSubmission } from '../use-submission.ts'
import { ResultBanner } from './result-banner.tsx'

export type MailedProps = {
  email: string
  /** Sends the email once more. */
  send: (services: Services, email: string, key: string) => Promise<string>
}

/** Below the message that an email was sent: the address, to spot typos, and a button to send it again. */
export function Mailed({ email, send }: MailedProps) {
  const again = useSubmission(send)
  return (
    <Box display="grid" gap="4" {...transientMark}>
      <Text>
        {rich`You entered ${<strong>{email}</strong>}. No email after a few minutes? Look in your spam folder, or have it sent again.`}
      </Text>
      <ResultBanner submission={again} />
      <Button look="second" full busy={again.busy} onClick={() => again.submit(email)}>
        {again.busy ? t('SENDING…') : t('SEND AGAIN')}
      </Button>
    </Box>
  )
}

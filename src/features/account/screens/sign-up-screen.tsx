import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { findMismatch, isSignUpComplete, type SignUpForm } from '#contract/rules/account.ts'
import { localTime } from '#contract/local-time.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useNow } from '#lib/time/use-now.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { BirthdayField } from '#lib/ui/date-field.tsx'
import { HumanCheck } from '#shared/forms/human-check.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { AccountPage, FormLinks, LoadingOverlay } from '../components/account-page.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { listMissing, SignUpFields } from '../components/sign-up-fields.tsx'
import { register } from '../requests.ts'
import { useSubmission } from '../use-submission.ts'
import { useUrlToken } from '../use-url-token.ts'

const empty: SignUpForm = {
  email: '',
  email_confirmation: '',
  password: '',
  password_confirmation: '',
  first_name: '',
  last_name: '',
  phone: '',
  dob: '',
  recaptcha_confirmation: '',
}

/** `/signup`. */
export function SignUpScreen() {
  const copy = useLocationCopy()
  const token = useUrlToken()
  const now = useNow()
  return (
    <AccountPage title={t('SIGN UP')}>
      {copy && now !== undefined ? (
        <Form
          intro={copy.location.settings.consumer_application_settings.register_page_into_text}
          token={token}
          today={localTime(now, copy.location.time_zone).date}
        />
      ) : (
        <LoadingOverlay>{t('Loading')}</LoadingOverlay>
      )}
    </AccountPage>
  )
}

function Form({ intro, token, today }: { intro: string | undefined; token: string; today: string }) {
  const { facts, load } = usePortal()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(empty)
  const [mismatch, setMismatch] = useState<ReturnType<typeof findMismatch>>()
  const [checkRound, setCheckRound] = useState(0)
  const submission = useSubmission((services, input: SignUpForm, key) =>
    register(services, input, token, facts.host, key),
  )
  const set = (field: keyof SignUpForm, value: string): void => {
    setTyped((now) => ({ ...now, [field]: value }))
    if (field === mismatch?.field || field === mismatch?.field.replace('_confirmation', ''))
      setMismatch(undefined)
    submission.edited()
  }
  const focus = (field: string): void =>
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  const send = (): void => {
    const found = findMismatch(typed)
    setMismatch(found)
    if (found) return focus(found.field)
    submission.submit(typed, {
      onRefused: (error) => {
        // An answer of the verification is good once.
        set('recaptcha_confirmation', '')
        setCheckRound((round) => round + 1)
        const field = error.details.problem?.errors.find((one) => one.field)?.field
        if (field) focus(field)
      },
    })
  }
  const problemOf = (field: keyof SignUpForm): string | undefined =>
    mismatch?.field === field ? mismatch.message : submission.problemOf(field)
  const banner = (
    <ResultBanner submission={submission}>
      {submission.done && <Link to="/login">{t('LOGIN')}</Link>}
    </ResultBanner>
  )
  if (submission.done !== undefined) return banner
  const complete = isSignUpComplete(typed)
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && !submission.busy) send()
      }}
    >
      <Box display="grid" gap="5">
        {intro && <MerchantHtml html={intro} />}
        {banner}
        <SignUpFields typed={typed} set={set} problemOf={problemOf} invited={token !== ''} />
        <BirthdayField
          label={t('DATE OF BIRTH')}
          name="dob"
          value={typed.dob}
          today={today}
          problem={problemOf('dob')}
          onChange={(text) => set('dob', text)}
        />
        <HumanCheck
          key={checkRound}
          settings={facts.verification}
          loadChallenge={async () => (await (await load()).api.send(accountEndpoints.getChallenge)).challenge}
          onAnswer={(answer) => set('recaptcha_confirmation', answer)}
          problem={problemOf('recaptcha_confirmation')}
        />
        <Box display="grid" gap="2">
          <Button
            type="submit"
            full
            disabled={!complete || submission.busy}
            aria-describedby="sign-up-missing"
          >
            {submission.busy ? t('SENDING…') : t('SUBMIT')}
          </Button>
          <Box as="p" id="sign-up-missing" fontSize="small" color="muted" minHeight="1.5em">
            {complete ? '' : t`Still needed: ${listMissing(typed).join(', ')}.`}
          </Box>
        </Box>
      </Box>
      <FormLinks>
        <Link to="/login">{t('LOGIN')}</Link>
      </FormLinks>
    </form>
  )
}

import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  earliestBirthday,
  isSignUpComplete,
  listSignUpProblems,
  type SignUpForm,
} from '#contract/rules/account.ts'
import { isLinkable } from '#contract/rules/features.ts'
import { localTime } from '#contract/local-time.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { isUnknownOutcome } from '#lib/errors/app-error.ts'
import { isFieldRefusal } from '#lib/errors/field-refusal.ts'
import { useLocationState } from '#lib/query/location.ts'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTyped, keepTyped } from '#lib/query/typed-forms.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { BirthdayField } from '#lib/ui/date-field.tsx'
import { HumanCheck } from '#shared/forms/human-check.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { keepAfterSignUp } from '../after-sign-up.ts'
import { AccountPage, AwaitedForm, FormLinks, InvalidLink } from '../components/account-page.tsx'
import { Mailed } from '../components/mailed.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { listMissing, SignUpFields } from '../components/sign-up-fields.tsx'
import { register, resendUnlock } from '../requests.ts'
import { useSubmission } from '../use-submission.ts'
import { useLinkCheck, useUrlToken } from '../mailed-link.ts'

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

/** Fields that are not restored after a reload. */
const secrets: readonly (keyof SignUpForm)[] = ['password', 'password_confirmation', 'recaptcha_confirmation']

/** `/signup`. */
export function SignUpScreen() {
  const { copy, failed, retry } = useLocationState()
  const token = useUrlToken()
  const now = useNow()
  const refusal = useLinkCheck(token, 'invite')
  const isForAll = copy !== undefined && isLinkable(copy.location.settings, '/signup')
  return (
    <AccountPage title={t('SIGN UP')}>
      {refusal ? (
        <InvalidLink refusal={refusal}>
          {isForAll && (
            <Link to="/signup" state={{}} replace>
              {t('Create an account without it')}
            </Link>
          )}
        </InvalidLink>
      ) : copy ? (
        <Form
          intro={copy.location.settings.consumer_application_settings.register_page_into_text}
          token={token}
          isForAll={isForAll}
          // A view made by the server knows no day, and none is shown before something is typed.
          today={now === undefined ? earliestBirthday : localTime(now, copy.location.time_zone).date}
        />
      ) : (
        <AwaitedForm failed={failed} retry={retry} />
      )}
    </AccountPage>
  )
}

type FormProps = {
  intro: string | undefined
  token: string
  /** Nobody needs an invitation to sign up. */
  isForAll: boolean
  today: string
}

function Form({ intro, token, isForAll, today }: FormProps) {
  const { facts, load } = usePortal()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<SignUpForm>(() => ({ ...empty, ...findTyped('sign-up') }))
  const [tried, setTried] = useState(false)
  const [checkRound, setCheckRound] = useState(0)
  const submission = useSubmission(
    (services, input: SignUpForm, key) => register(services, input, token, facts.host, key),
    () => {
      keepTyped('sign-up', undefined)
      keepAfterSignUp(Date.now())
    },
  )
  const invited = token !== ''
  const problems = tried ? listSignUpProblems(typed, today, invited) : {}
  const set = (field: keyof SignUpForm, value: string): void => {
    setTyped((now) => ({ ...now, [field]: value }))
    if (!secrets.includes(field)) keepTyped('sign-up', { ...findTyped('sign-up'), [field]: value })
    submission.edited()
  }
  const focus = (field: string): void =>
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  const send = (): void => {
    setTried(true)
    const [first] = Object.keys(listSignUpProblems(typed, today, invited))
    if (first !== undefined) return focus(first)
    submission.submit(typed, {
      onRefused: (error) => {
        // An answer of the verification can be used once. A call without an answer is repeated unchanged: with another answer it would be another sign-up.
        if (!isUnknownOutcome(error) && !isFieldRefusal(error)) {
          setTyped((now) => ({ ...now, recaptcha_confirmation: '' }))
          setCheckRound((round) => round + 1)
        }
        const field = error.details.problem?.errors.find((one) => one.field)?.field
        if (field) focus(field)
      },
    })
  }
  // SUBMIT is disabled until the check is answered once more.
  useEffect(() => {
    if (checkRound > 0) restoreLostFocus(form.current?.querySelector<HTMLElement>('input[type=checkbox]'))
  }, [checkRound])
  const problemOf = (field: keyof SignUpForm): string | undefined =>
    problems[field] ?? submission.problemOf(field)
  const banner = (
    <ResultBanner submission={submission}>
      {submission.done && <Link to="/login">{t('LOGIN')}</Link>}
      {submission.error?.code === 'link_invalid' && isForAll && (
        <Link to="/signup" state={{}} replace onClick={submission.edited}>
          {t('Create an account without it')}
        </Link>
      )}
    </ResultBanner>
  )
  if (submission.done !== undefined)
    return (
      <Box display="grid" gap="5">
        {banner}
        {!invited && (
          <Mailed
            email={typed.email.trim()}
            send={(services, email, key) => resendUnlock(services, email, facts.host, key)}
          />
        )}
      </Box>
    )
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
        <SignUpFields typed={typed} set={set} problemOf={problemOf} invited={invited} />
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
            disabled={!complete}
            busy={submission.busy}
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

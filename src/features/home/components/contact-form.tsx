import { t, translateAnswer } from '#contract/language.ts'
import { textFields } from '#contract/rules/fields.ts'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import type { ContactMessageBody } from '#contract/schemas/contact-message.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTyped, keepTyped } from '#lib/query/typed-forms.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { HumanCheck } from '#shared/forms/human-check.tsx'
import { emptyMessage, isMessageComplete } from '../requests.ts'
import { useMessage } from '../use-message.ts'
import styles from './contact.module.css'

/** A message to the restaurant (VA-01). What is typed is kept until it has arrived, even after a reload. */
export default function ContactForm() {
  const [typed, setTyped] = useState<ContactMessageBody>(() => ({ ...emptyMessage, ...findTyped('contact') }))
  const [checkRound, setCheckRound] = useState(0)
  const askAgain = (): void => {
    setTyped((now) => ({ ...now, recaptcha_confirmation: '' }))
    setCheckRound((round) => round + 1)
  }
  const message = useMessage(askAgain, () => keepTyped('contact', undefined))
  if (message.done !== undefined) {
    const writeAnother = (): void => {
      setTyped((now) => ({ ...now, message: '' }))
      keepTyped('contact', senderOf(typed))
      askAgain()
      message.again()
    }
    return <Sent words={message.done} onAnother={writeAnother} />
  }
  return <Form typed={typed} setTyped={setTyped} checkRound={checkRound} message={message} />
}

const senderOf = ({ first_name, last_name, email }: ContactMessageBody) => ({ first_name, last_name, email })

type FormProps = {
  typed: ContactMessageBody
  setTyped: (change: (now: ContactMessageBody) => ContactMessageBody) => void
  checkRound: number
  message: ReturnType<typeof useMessage>
}

function Form({ typed, setTyped, checkRound, message }: FormProps) {
  const { facts, load } = usePortal()
  const reach = useReachability()
  const set = (field: keyof ContactMessageBody, value: string): void => {
    setTyped((now) => ({ ...now, [field]: value }))
    // An answer of the human verification can be used once.
    if (field !== 'recaptcha_confirmation') keepTyped('contact', { ...findTyped('contact'), [field]: value })
    message.edited()
  }
  const field = (name: keyof ContactMessageBody) => ({
    name,
    value: typed[name],
    problem: message.problemOf(name),
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  })
  const complete = isMessageComplete(typed)
  const form = useRef<HTMLFormElement>(null)
  const [first] = useState(checkRound)
  // SEND is disabled until the check is answered once more. The button for another message is gone.
  useEffect(() => {
    const next = checkRound === first ? 'textarea' : 'input[type=checkbox]'
    if (checkRound > 0) restoreLostFocus(form.current?.querySelector<HTMLElement>(next))
  }, [checkRound, first])
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      aria-label={t('Write to us')}
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && !message.busy) message.send(typed)
      }}
    >
      <h3>{t('Write to us')}</h3>
      <div className={styles.names}>
        <Text
          label={t('First name')}
          autoComplete="given-name"
          maxLength={textFields.first_name.maxLength}
          {...field('first_name')}
        />
        <Text
          label={t('Last name')}
          autoComplete="family-name"
          maxLength={textFields.last_name.maxLength}
          {...field('last_name')}
        />
      </div>
      <Text
        label={t('Email')}
        type="email"
        autoComplete="email"
        maxLength={textFields.email.maxLength}
        {...field('email')}
      />
      <LongText
        label={t('Message')}
        rows={5}
        maxLength={textFields.message.maxLength}
        {...field('message')}
      />
      <HumanCheck
        key={checkRound}
        settings={facts.verification}
        loadChallenge={async () => (await (await load()).api.send(accountEndpoints.getChallenge)).challenge}
        onAnswer={(answer) => set('recaptcha_confirmation', answer)}
        problem={message.problemOf('recaptcha_confirmation')}
      />
      {message.error && (
        <FailureBanner error={message.error} header={t('Error')} messages={message.messages} />
      )}
      {reach === 'unreachable' && (
        <p className={styles.note}>
          {t('There is no signal. What you have written stays here; send it when you have one.')}
        </p>
      )}
      <button
        type="submit"
        className="button button--solid"
        disabled={!complete}
        // While it is busy it ignores presses but is not disabled: that would take the focus.
        aria-busy={message.busy}
        aria-disabled={message.busy}
      >
        {message.busy ? t('SENDING…') : t('SEND')}
      </button>
    </form>
  )
}

const Sent = ({ words, onAnother }: { words: string; onAnother: () => void }) => (
  <div className={styles.form}>
    <Banner intoView="focus" tone="success" header={words} />
    <button type="button" className="button button--quiet" onClick={onAnother}>
      {t('Write another message')}
    </button>
  </div>
)

type Labelled = { label: string; problem: string | undefined }

const Text = ({ label, problem, ...input }: Labelled & ComponentProps<'input'>) => (
  <LabelledField label={label} problem={problem}>
    {(field) => <input className="input" {...field} {...input} />}
  </LabelledField>
)

const LongText = ({ label, problem, ...input }: Labelled & ComponentProps<'textarea'>) => (
  <LabelledField label={label} problem={problem}>
    {(field) => <textarea className={`input ${styles.long}`} {...field} {...input} />}
  </LabelledField>
)

type FieldProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** The label above a field, and its problem below. `children` gets what ties both to it. */
function LabelledField({
  label,
  problem,
  children,
}: Labelled & { children: (field: FieldProps) => ReactNode }) {
  const id = useId()
  const noteId = `${id}note`
  return (
    <p className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': problem ? noteId : undefined,
      })}
      {problem && (
        <span id={noteId} className={styles.problem}>
          {translateAnswer(problem)}
        </span>
      )}
    </p>
  )
}

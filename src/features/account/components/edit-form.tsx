import { t } from '#contract/language.ts'
import { useRef, useState } from 'react'
import { localTime } from '#contract/local-time.ts'
import { type AccountForm, listAccountProblems } from '#contract/rules/account.ts'
import { formatPhone, phoneDigits } from '#contract/rules/phone.ts'
import type { User } from '#contract/schemas/user.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { reachability } from '#lib/ports/reachability.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTyped, keepTyped } from '#lib/query/typed-forms.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { useNow } from '#lib/time/use-now.ts'
import { AddressFields } from '#shared/forms/address-fields.tsx'
import { Box, chakra } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { BirthdayField } from '#lib/ui/date-field.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { PhoneInput } from '#lib/ui/phone-input.tsx'

type EditFormProps = {
  user: User
  /** What was typed in a refused edit. */
  refused: Partial<AccountForm> | undefined
  editedFrom: string | undefined
  onCancel: () => void
  onSaved: (words: string) => void
}

/** The details as a form. The email cannot be edited (specification §5). Edits without a signal are stored, and sent when there is one. */
export function EditForm({ user, refused, editedFrom, onCancel, onSaved }: EditFormProps) {
  const { load } = usePortal()
  const copy = useLocationCopy()
  const now = useNow()
  const form = useRef<HTMLFormElement>(null)
  // Fields that were not touched show the restaurant's current values, and not those from when the form was opened: saving must not undo other changes.
  const [changes, setChanges] = useState(() => changesOf(user))
  const typed: AccountForm = { ...formOf(user), ...asTyped(refused), ...changes }
  const [tried, setTried] = useState(false)
  const saving = useSaving(editedFrom, (words) => {
    keepTyped('account', undefined)
    onSaved(words)
  })
  const today = localTime(now ?? 0, copy?.location.time_zone ?? 'UTC').date
  const problems = listAccountProblems(typed, today)
  const set = (field: keyof AccountForm, value: string): void => {
    setChanges((before) => ({ ...before, [field]: value }))
    keepChange(user, field, value)
  }
  const text = (field: keyof AccountForm) => ({
    name: field,
    value: typed[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  })
  const shown = (field: keyof AccountForm): string | undefined =>
    tried || typed[field] !== formOf(user)[field] ? problems[field] : undefined
  const save = (): void => {
    setTried(true)
    const first = Object.keys(problems)[0]
    if (first === undefined) saving.mutate(typed)
    else form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Box display="grid" gap="5">
        <chakra.h2 fontSize="title">{t('Edit my details')}</chakra.h2>
        {saving.data && saving.data.length > 0 && (
          <Banner
            intoView
            tone="error"
            header={t('There were some errors with your submission')}
            messages={saving.data}
          />
        )}
        {saving.isError && <Banner intoView tone="error" header={t('Error')} messages={[notSavedText()]} />}
        <Field label={t('Email')} hint={t('You can’t change your sign-in email.')}>
          {(props) => <TextInput {...props} type="email" value={user.email} readOnly />}
        </Field>
        <Box
          display="grid"
          gap="5"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        >
          <Field label={t('First name')} problem={shown('first_name')}>
            {(props) => <TextInput {...props} autoComplete="given-name" {...text('first_name')} />}
          </Field>
          <Field label={t('Last name')} problem={shown('last_name')}>
            {(props) => <TextInput {...props} autoComplete="family-name" {...text('last_name')} />}
          </Field>
        </Box>
        <Field label={t('Phone')} problem={shown('phone')}>
          {(props) => <PhoneInput {...props} {...text('phone')} />}
        </Field>
        <BirthdayField
          label={t('Birthday')}
          name="dob"
          value={typed.dob}
          today={today}
          problem={shown('dob')}
          onChange={(dob) => set('dob', dob)}
          optional
        />
        <AddressFields names={addressNames} text={text} shown={shown} />
        <Box display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? t('SAVING…') : t('SAVE INFORMATION')}
          </Button>
          <Button
            look="second"
            onClick={() => {
              keepTyped('account', undefined)
              if (refused) writeInBackground(load, (services) => services.dismissUserRefusal())
              onCancel()
            }}
          >
            {t('CANCEL')}
          </Button>
        </Box>
      </Box>
    </form>
  )
}

/** Saves, and resolves with the messages of a refusal: empty when the edit was accepted or is stored for later. */
function useSaving(editedFrom: string | undefined, onSaved: (words: string) => void) {
  const { load } = usePortal()
  return useSingleMutation({
    mutationFn: async (typed: AccountForm): Promise<string[]> => {
      const services = await load()
      const opId = await services.saveUser({ ...trimmed(typed), phone: phoneDigits(typed.phone) }, editedFrom)
      const outcome = await services.outcomeOf(opId)
      // The refusal is shown here, in the open form; what was typed stays on the device until it is saved or given up.
      if (outcome.state === 'refused') return outcome.messages
      onSaved(
        outcome.state === 'sent'
          ? t('Your details are up to date.')
          : reachability() === 'unreachable'
            ? t('Saved on this device. We’ll send your changes to the restaurant when you’re back online.')
            : t('Saved on this device. We’re sending your changes to the restaurant.'),
      )
      return []
    },
  })
}

/** The account's names of the address fields. */
const addressNames = {
  address: 'address',
  address2: 'address2',
  city: 'city',
  state: 'state',
  zip: 'zip',
} as const

function formOf(user: User): AccountForm {
  const { first_name, last_name, address, address2, city, state, zip, dob } = user
  return { first_name, last_name, phone: formatPhone(user.phone), address, address2, city, state, zip, dob }
}

/** What was typed into this account's form and not saved. Only the changed fields, so that it does not undo what was changed elsewhere. */
function changesOf({ email }: User): Partial<AccountForm> {
  const { email: whose, ...changes } = findTyped('account') ?? {}
  return whose === email ? changes : {}
}

/** An edit in the form's format. */
const asTyped = (edit: Partial<AccountForm> = {}): Partial<AccountForm> =>
  edit.phone === undefined ? edit : { ...edit, phone: formatPhone(edit.phone) }

/** Keeps what was typed in a refused edit as if it had been typed into the form. */
export const keepRefused = (user: User, refused: Partial<AccountForm> | undefined): void => {
  if (refused) keepTyped('account', { ...asTyped(refused), ...changesOf(user), email: user.email })
}

/** Whether somebody typed into their details and has neither saved nor given it up. */
export const hasChanges = (user: User): boolean => Object.keys(changesOf(user)).length > 0

const keepChange = (user: User, field: keyof AccountForm, value: string): void =>
  keepTyped('account', { ...changesOf(user), [field]: value, email: user.email })

const trimmed = (form: AccountForm): AccountForm =>
  Object.fromEntries(Object.entries(form).map(([field, value]) => [field, value.trim()])) as AccountForm

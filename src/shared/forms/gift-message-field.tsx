import { plural, t } from '#contract/language.ts'
import { textFields } from '#contract/rules/fields.ts'
import { Field, TextArea } from '#lib/ui/field.tsx'

const { maxLength } = textFields.personal_message

type GiftMessageFieldProps = { message: string; onType: (message: string) => void }

/** A gift's message, up to the restaurant's limit. */
export const GiftMessageField = ({ message, onType }: GiftMessageFieldProps) => (
  <Field
    label={t('Personal message')}
    optional
    hint={plural(maxLength - message.length, '{0} character left', '{0} characters left')}
  >
    {(field) => (
      <TextArea
        {...field}
        name="personal_message"
        dir="auto"
        rows={5}
        maxLength={maxLength}
        value={message}
        onChange={({ target }) => onType(target.value)}
      />
    )}
  </Field>
)

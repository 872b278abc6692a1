import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import type { Contact } from '#contract/rules/contact.ts'
import { AddressFields, type AddressFieldsProps, recipientAddress } from './address-fields.tsx'
import { CarLine, type CarLineProps } from './car-line.tsx'
import { Box } from '#lib/ui/box.ts'
import { Field, TextArea, TextInput } from '#lib/ui/field.tsx'
import { PhoneInput } from '#lib/ui/phone-input.tsx'
import { fieldGrid } from './recipient-fields.tsx'
import type { TypedField } from '#lib/ui/use-typed.ts'
import { VehicleFields } from './vehicle-fields.tsx'

type ContactFieldsProps = {
  text: (field: keyof Contact) => TypedField<string>
  shown: (field: keyof Contact) => string | undefined
  /** Asks for the address; otherwise for the car, for curbside. */
  delivery: boolean
  finding: AddressFieldsProps<keyof Contact>['finding']
  /** Shown below an address that is not delivered to: what can be done instead. */
  instead?: ReactNode
  /** Why the car is asked for; null: it is known already. */
  vehicleHint?: string | null
  /** Shown in place of the car's fields. */
  car?: CarLineProps | undefined
}

/** Who an order is for, where it goes, and a note; used while placing it and afterwards. */
export function ContactFields(props: ContactFieldsProps) {
  const { text, shown, delivery, finding, instead, vehicleHint, car } = props
  return (
    <>
      <Box {...fieldGrid}>
        <Field label={t('First name')} problem={shown('recipient_first_name')}>
          {(props) => <TextInput {...props} autoComplete="given-name" {...text('recipient_first_name')} />}
        </Field>
        <Field label={t('Last name')} problem={shown('recipient_last_name')}>
          {(props) => <TextInput {...props} autoComplete="family-name" {...text('recipient_last_name')} />}
        </Field>
        <Field label={t('Phone')} problem={shown('recipient_phone')}>
          {(props) => <PhoneInput {...props} {...text('recipient_phone')} />}
        </Field>
        <Field label={t('Email')} problem={shown('recipient_email')}>
          {(props) => <TextInput {...props} type="email" autoComplete="email" {...text('recipient_email')} />}
        </Field>
        {delivery && (
          <AddressFields<keyof Contact>
            names={recipientAddress}
            text={text}
            shown={shown}
            finding={finding}
          />
        )}
        {delivery && instead}
        {!delivery && car && (
          <Box gridColumn="1 / -1">
            <CarLine {...car} />
          </Box>
        )}
        {!delivery && !car && vehicleHint !== null && (
          <VehicleFields
            text={text}
            shown={shown}
            optional
            {...(vehicleHint !== undefined && { hint: vehicleHint })}
          />
        )}
      </Box>
      <Field label={delivery ? t('Note for the driver') : t('Note for the kitchen')} optional>
        {(props) => <TextArea {...props} {...text('recipient_comment')} />}
      </Field>
    </>
  )
}

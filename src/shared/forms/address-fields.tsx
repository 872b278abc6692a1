import { findMaxLength } from '#contract/rules/fields.ts'
import { t } from '#contract/language.ts'
import { useLayoutEffect, useRef } from 'react'
import { Box } from '#lib/ui/box.ts'
import { states } from '#contract/reference-data.ts'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'
import { type FoundPlace, PlaceField, type PlaceSource } from './place-field.tsx'
import type { TypedField } from '#lib/ui/use-typed.ts'

type Part = 'address' | 'address2' | 'city' | 'state' | 'zip'

/** The label of each part of the address. */
type AddressNames<F extends string> = Record<Part, F>

/** The address that an order or a card goes to. */
export const recipientAddress = {
  address: 'recipient_address',
  address2: 'recipient_address2',
  city: 'recipient_city',
  state: 'recipient_state',
  zip: 'recipient_zip',
} as const

export type AddressFieldsProps<F extends string> = {
  names: AddressNames<F>
  text: (field: F) => Omit<TypedField<string>, 'onBlur'> & Partial<TypedField<string>>
  shown: (field: F) => string | undefined
  /** With it, the street is suggested while it is typed, and a pick fills the other fields. */
  finding?: { places: PlaceSource; fill: (changes: Partial<Record<F, string>>) => void } | undefined
  /** Somebody else's address: the browser must not autofill the user's own. */
  forOthers?: boolean
}

/** An address: street, second line, city, state from the list, zip. */
export function AddressFields<F extends string>({
  names,
  text,
  shown,
  finding,
  forOthers = false,
}: AddressFieldsProps<F>) {
  const complete = (part: string): string => (forOthers ? `shipping ${part}` : part)
  const typed = Object.fromEntries(Object.values<F>(names).map((field) => [field, text(field).value]))
  const newest = useRef(typed)
  useLayoutEffect(() => {
    newest.current = typed
  })
  // Fields that were typed in since the place was picked keep their text; `typed` is from before.
  const fillUntouched = (parts: Partial<Record<F, string>>): void =>
    finding?.fill(
      Object.fromEntries(
        Object.entries(parts).filter(
          ([field]) => field === names.address || typed[field] === newest.current[field],
        ),
      ) as typeof parts,
    )
  const zip = text(names.zip)
  const street = {
    autoComplete: complete('address-line1'),
    maxLength: findMaxLength(names.address),
    ...text(names.address),
  }
  return (
    <>
      <Field label={t('Street address')} problem={shown(names.address)}>
        {(props) =>
          finding ? (
            <PlaceField
              {...props}
              {...street}
              places={finding.places}
              onFound={(place) => fillUntouched(partsOf(names, place))}
            />
          ) : (
            <TextInput {...props} {...street} />
          )
        }
      </Field>
      <Field label={t('Apartment, floor')} optional>
        {(props) => (
          <TextInput {...props} autoComplete={complete('address-line2')} {...text(names.address2)} />
        )}
      </Field>
      <Field label={t('City')} problem={shown(names.city)}>
        {(props) => <TextInput {...props} autoComplete={complete('address-level2')} {...text(names.city)} />}
      </Field>
      <Box display="grid" gap="5" gridTemplateColumns="minmax(0, 1.4fr) minmax(0, 1fr)">
        <Field label={t('State')} problem={shown(names.state)}>
          {(props) => (
            <Select {...props} autoComplete={complete('address-level1')} {...text(names.state)}>
              <option value="">{t('Choose')}</option>
              {states.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('Zip')} problem={shown(names.zip)}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="numeric"
              autoComplete={complete('postal-code')}
              {...zip}
              onChange={({ target }) => zip.onChange({ target: { value: trimZip(target.value) } })}
            />
          )}
        </Field>
      </Box>
    </>
  )
}

/** The valid part of a zip code, also where a ZIP+4 or one with blanks around it was pasted or autofilled. */
const trimZip = (typed: string): string => typed.trim().slice(0, 5)

function partsOf<F extends string>(
  names: AddressNames<F>,
  { address, city, state, zip }: FoundPlace,
): Partial<Record<F, string>> {
  return Object.fromEntries([
    [names.address, address],
    [names.city, city],
    [names.state, state],
    [names.zip, zip],
  ]) as Partial<Record<F, string>>
}

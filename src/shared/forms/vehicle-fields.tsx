import { t, translateAnswer } from '#contract/language.ts'
import { carMakes } from '#contract/reference-data.ts'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'
import type { TypedField } from '#lib/ui/use-typed.ts'

type VehicleName = 'vehicle_make' | 'vehicle_model' | 'vehicle_color' | 'vehicle_license'

type VehicleFieldsProps = {
  text: (field: VehicleName) => TypedField<string>
  shown: (field: VehicleName) => string | undefined
  /** Shown where the form can be continued without the car. */
  optional?: boolean
  hint?: string
}

/** The car for curbside. */
export function VehicleFields({ text, shown, optional = false, hint }: VehicleFieldsProps) {
  const { value: make } = text('vehicle_make')
  // A make that was entered elsewhere and is not on the list must not be lost.
  const makes = make === '' || carMakes.includes(make) ? carMakes : [make, ...carMakes]
  return (
    <>
      <Field
        label={t('Car make')}
        optional={optional}
        problem={shown('vehicle_make')}
        {...(hint !== undefined && { hint })}
      >
        {(props) => (
          <Select {...props} {...text('vehicle_make')}>
            <option value="">{t('Choose')}</option>
            {makes.map((one) => (
              <option key={one} value={one}>
                {translateAnswer(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Model')} optional={optional} problem={shown('vehicle_model')}>
        {(props) => <TextInput {...props} autoComplete="off" {...text('vehicle_model')} />}
      </Field>
      <Field label={t('Color')} optional={optional} problem={shown('vehicle_color')}>
        {(props) => <TextInput {...props} autoComplete="off" {...text('vehicle_color')} />}
      </Field>
      <Field label={t('License plate')} optional={optional} problem={shown('vehicle_license')}>
        {(props) => <TextInput {...props} autoComplete="off" {...text('vehicle_license')} />}
      </Field>
    </>
  )
}

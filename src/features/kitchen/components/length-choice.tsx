import styles from './kitchen.module.css'

type LengthChoiceProps<Length extends string> = {
  legend: string
  /** In display order. */
  names: Readonly<Record<Length, string>>
  lengths: readonly Length[]
  value: Length
  onChange: (length: Length) => void
  /** Beside each other, as far as there is room. */
  isInRow?: boolean
}

/** How long something lasts: a pause, or a dish that is sold out. */
export function LengthChoice<Length extends string>({
  legend,
  names,
  lengths,
  value,
  onChange,
  isInRow = false,
}: LengthChoiceProps<Length>) {
  return (
    <fieldset className={styles.lengths} data-in-row={isInRow ? '' : undefined}>
      <legend>{legend}</legend>
      {lengths.map((one) => (
        <label key={one} className={styles.check}>
          <input
            type="radio"
            name="length"
            value={one}
            checked={value === one}
            onChange={() => onChange(one)}
          />
          {names[one]}
        </label>
      ))}
    </fieldset>
  )
}

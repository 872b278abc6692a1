type LengthChoiceProps<Length extends string> = {
  legend: string
  /** In display order. */
  names: Readonly<Record<Length, string>>
  lengths: readonly Length[]
  value: Length
  onChange: (length: Length) => void
  /** The dialog's own looks. */
  styles: Readonly<Partial<Record<'lengths' | 'check', string>>>
}

/** How long something lasts: a pause, or a dish that is sold out. */
export function LengthChoice<Length extends string>({
  legend,
  names,
  lengths,
  value,
  onChange,
  styles,
}: LengthChoiceProps<Length>) {
  return (
    <fieldset className={styles.lengths}>
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

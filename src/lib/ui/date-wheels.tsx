import { t } from '#contract/language.ts'
import { WheelPicker, type WheelPickerOption, WheelPickerWrapper } from '@ncdai/react-wheel-picker'
import '@ncdai/react-wheel-picker/style.css'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { dayOf, daysInMonth, isoDay, monthNames, monthOf, withinDays, yearOf } from './calendar-days.ts'
import styles from './date-wheels.module.css'
import { reducedMotion, useMedia } from './use-media.ts'

export type DateWheelsProps = {
  /** Days are YYYY-MM-DD. */
  day: string
  min: string
  max: string
  onChange: (day: string) => void
}

/** Month, day and year, each on a wheel. A row is chosen by tapping it, by turning the wheel or by the arrow keys; nothing has to be dragged. */
export function DateWheels({ day, min, max, onChange }: DateWheelsProps) {
  const year = yearOf(day)
  const month = monthOf(day)
  const years = useMemo(() => numbers(yearOf(min), yearOf(max)), [min, max])
  // Wheels have no rows out of range: otherwise a wheel could stop on a row that is not the value.
  const lastMonth = year === yearOf(max) ? monthOf(max) : 12
  const months = useMemo(
    () =>
      monthNames()
        .slice(0, lastMonth)
        .map((name, place) => ({ value: place + 1, label: name })),
    [lastMonth],
  )
  const lastDay = year === yearOf(max) && month === monthOf(max) ? dayOf(max) : daysInMonth(year, month)
  const days = useMemo(() => numbers(1, lastDay), [lastDay])
  /** The 31st becomes the last day of a shorter month. */
  const set = (nextYear: number, nextMonth: number, nextDay: number): void =>
    onChange(
      withinDays(isoDay(nextYear, nextMonth, Math.min(nextDay, daysInMonth(nextYear, nextMonth))), min, max),
    )
  return (
    <div className={styles.wheels}>
      <Wheel
        name={t('Month')}
        options={months}
        value={month}
        text={monthNames()[month - 1] ?? ''}
        onChange={(next) => set(year, next, dayOf(day))}
      />
      <Wheel
        name={t('Day')}
        options={days}
        value={dayOf(day)}
        text={String(dayOf(day))}
        onChange={(next) => set(year, month, next)}
      />
      <Wheel
        name={t('Year')}
        options={years}
        value={year}
        text={String(year)}
        onChange={(next) => set(next, month, dayOf(day))}
      />
    </div>
  )
}

const numbers = (first: number, last: number): WheelPickerOption<number>[] =>
  Array.from({ length: last - first + 1 }, (_, place) => ({
    value: first + place,
    label: String(first + place),
  }))

/** A turn takes, in seconds, the square root of its rows over `scrollSensitivity`: about 160 ms for one row. */
const quick = { dragSensitivity: 3, scrollSensitivity: 40 }
/** Too fast to be seen moving. */
const instantWheels = { dragSensitivity: 1e6, scrollSensitivity: 1e12 }
const rowPx = 44

/** Keys typed within this time (ms) form one word. */
const wordMs = 1000

/**
 * Handles a wheel's keys and moves it at once. The picker's own handler would start a turn for each key, and overlapping turns end at a wrong row. Typing goes
 * to the first row that begins with the text: `1985`, `sep`.
 */
function useWheelKeys(
  options: WheelPickerOption<number>[],
  value: number,
  onChange: (value: number) => void,
) {
  const word = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const place = options.findIndex((option) => option.value === value)
    const steps: Record<string, number> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -10,
      PageDown: 10,
      Home: -options.length,
      End: options.length,
    }
    const step = steps[event.key]
    if (step === undefined && event.key.length !== 1) return
    event.preventDefault()
    event.stopPropagation()
    if (step !== undefined)
      return onChange(options[Math.min(Math.max(place + step, 0), options.length - 1)]?.value ?? value)
    const text = event.timeStamp - word.current.at < wordMs ? word.current.text + event.key : event.key
    word.current = { text, at: event.timeStamp }
    const found = options.find((option) => String(option.label).toLowerCase().startsWith(text.toLowerCase()))
    if (found) onChange(found.value)
  }
}

type WheelProps = {
  name: string
  options: WheelPickerOption<number>[]
  value: number
  text: string
  onChange: (value: number) => void
}

function Wheel({ name, options, value, text, onChange }: WheelProps) {
  const place = useRef<HTMLDivElement>(null)
  const nameId = useId()
  const isReduced = useMedia(reducedMotion)
  const byKey = useWheelKeys(options, value, onChange)
  // For a screen reader the picker is a bare div; this adds role and values. Its rows are rendered twice, once for the lens.
  useEffect(() => {
    const wheel = place.current?.querySelector('[data-rwp]')
    if (!wheel) return
    const first = options[0]?.value ?? value
    const last = options.at(-1)?.value ?? value
    const said = {
      role: 'spinbutton',
      'aria-labelledby': nameId,
      'aria-valuemin': first,
      'aria-valuemax': last,
      'aria-valuenow': value,
    }
    for (const [attribute, content] of Object.entries({ ...said, 'aria-valuetext': text }))
      wheel.setAttribute(attribute, String(content))
    for (const child of wheel.children) child.setAttribute('aria-hidden', 'true')
  }, [options, value, text, nameId])
  return (
    <div ref={place} className={styles.wheel} onKeyDownCapture={byKey}>
      <span id={nameId} className={styles.name}>
        {name}
      </span>
      <WheelPickerWrapper>
        <WheelPicker
          options={options}
          value={value}
          onValueChange={onChange}
          visibleCount={16}
          optionItemHeight={rowPx}
          classNames={{
            optionItem: styles.row ?? '',
            highlightWrapper: styles.lens ?? '',
            highlightItem: styles.lensRow ?? '',
          }}
          {...(isReduced ? instantWheels : quick)}
        />
      </WheelPickerWrapper>
    </div>
  )
}

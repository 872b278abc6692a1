import { t } from '#contract/language.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays } from '#contract/local-time.ts'
import {
  addMonths,
  dayName,
  dayOf,
  monthNames,
  monthOf,
  weekdayNames,
  weekdayOf,
  weeksOfMonth,
  withinDays,
  yearOf,
} from './calendar-days.ts'
import styles from './date-calendar.module.css'

export type DateCalendarProps = {
  /** Days are YYYY-MM-DD. The calendar opens on this one, with the keyboard focus on it. */
  start: string
  chosen: string | undefined
  min: string
  max: string
  onPick: (day: string) => void
}

/** A month to pick a day from. Month and year are selects of their own, so that 1970 is two taps away. Keys as in the ARIA practices for a date grid. */
export function DateCalendar({ start, chosen, min, max, onPick }: DateCalendarProps) {
  const [at, setAt] = useState(() => withinDays(start, min, max))
  const [byKey, setByKey] = useState(true)
  const grid = useRef<HTMLTableElement>(null)
  // The focus follows the arrow keys, but not the month's selects and arrows.
  useEffect(() => {
    if (byKey) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at, byKey])
  const go = (day: string, how: { byKey: boolean }): void => {
    setByKey(how.byKey)
    setAt(withinDays(day, min, max))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayByKey(event, at)
    if (next === undefined) return
    event.preventDefault()
    go(next, { byKey: true })
  }
  return (
    <div className={styles.calendar}>
      <MonthChooser at={at} min={min} max={max} onGo={(day) => go(day, { byKey: false })} />
      <table
        ref={grid}
        role="grid"
        aria-label={`${monthNames()[monthOf(at) - 1]} ${yearOf(at)}`}
        onKeyDown={onKeyDown}
        className={styles.grid}
      >
        <thead>
          <tr>
            {weekdayNames().map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(yearOf(at), monthOf(at)).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, weekday) => (
                <td key={day ?? weekday} aria-selected={day === undefined ? undefined : day === chosen}>
                  {day !== undefined && (
                    <button
                      type="button"
                      tabIndex={day === at ? 0 : -1}
                      disabled={day < min || day > max}
                      className={day === chosen ? `${styles.day} ${styles.chosen}` : styles.day}
                      aria-label={dayName(day)}
                      onClick={() => onPick(day)}
                    >
                      {dayOf(day)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function dayByKey({ key, shiftKey }: KeyboardEvent, at: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(at, -1)
    case 'ArrowRight':
      return addDays(at, 1)
    case 'ArrowUp':
      return addDays(at, -7)
    case 'ArrowDown':
      return addDays(at, 7)
    case 'Home':
      return addDays(at, -weekdayOf(at))
    case 'End':
      return addDays(at, 6 - weekdayOf(at))
    case 'PageUp':
      return addMonths(at, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(at, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}

type MonthChooserProps = { at: string; min: string; max: string; onGo: (day: string) => void }

function MonthChooser({ at, min, max, onGo }: MonthChooserProps) {
  const years = Array.from({ length: yearOf(max) - yearOf(min) + 1 }, (_, place) => yearOf(max) - place)
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={styles.step}
        aria-label={t('Previous month')}
        disabled={at.slice(0, 7) <= min.slice(0, 7)}
        onClick={() => onGo(addMonths(at, -1))}
      >
        <ChevronLeft aria-hidden size={20} />
      </button>
      <select
        className={styles.list}
        aria-label={t('Month')}
        value={monthOf(at)}
        onChange={(event) => onGo(addMonths(at, Number(event.target.value) - monthOf(at)))}
      >
        {monthNames().map((name, place) => (
          <option key={name} value={place + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        className={styles.list}
        aria-label={t('Year')}
        value={yearOf(at)}
        onChange={(event) => onGo(addMonths(at, (Number(event.target.value) - yearOf(at)) * 12))}
      >
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={styles.step}
        aria-label={t('Next month')}
        disabled={at.slice(0, 7) >= max.slice(0, 7)}
        onClick={() => onGo(addMonths(at, 1))}
      >
        <ChevronRight aria-hidden size={20} />
      </button>
    </div>
  )
}

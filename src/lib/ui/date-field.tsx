import { formatDate } from '#contract/format-date.ts'
import { t, translateAnswer } from '#contract/language.ts'
import { CalendarDays } from 'lucide-react'
import { type FocusEvent, lazy, type Ref, Suspense, useRef, useState } from 'react'
import {
  defaultBirthday,
  earliestBirthday,
  findBirthdayProblem,
  isoOfBirthday,
} from '#contract/rules/account.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { Button } from './button.tsx'
import { withinDays } from './calendar-days.ts'
import styles from './date-field.module.css'
import { DateText } from './date-text.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { useLazyLoad } from './use-lazy-load.ts'
import { computerScreen, useMedia } from './use-media.ts'

type BirthdayFieldProps = {
  label: string
  /** MM/DD/YYYY as typed, with underscores for what is missing; empty when nothing was typed. */
  value: string
  onChange: (text: string) => void
  problem?: string | undefined
  /** YYYY-MM-DD, in the restaurant's zone. */
  today: string
  optional?: boolean
  /** The focusable element, for moving the focus here: the input on a computer, the button on smaller screens. It also has the name. */
  inputRef?: Ref<HTMLElement> | undefined
  name?: string
  onBlur?: () => void
}

type ShownField = Omit<BirthdayFieldProps, 'problem' | 'optional'> & {
  field: { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }
}

/** A birthday (LO-09, LO-10): typed or picked from a calendar on a computer, picked from wheels on smaller screens. */
export function BirthdayField({ problem, optional = false, ...props }: BirthdayFieldProps) {
  const isComputer = useMedia(computerScreen)
  const Shown = isComputer ? CalendarField : WheelField
  return (
    <Field label={props.label} problem={problem} optional={optional}>
      {(field) => <Shown {...props} field={field} />}
    </Field>
  )
}

const loadCalendar = async () => ({ default: (await import('./date-calendar.tsx')).DateCalendar })
const loadWheels = async () => ({ default: (await import('./date-wheels.tsx')).DateWheels })
const Calendar = lazy(loadCalendar)
const Wheels = lazy(loadWheels)

function CalendarField({
  label,
  field,
  value,
  onChange,
  today,
  inputRef,
  name = 'bday',
  onBlur,
}: ShownField) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const calendar = useLazyLoad(loadCalendar, open)
  const chosen = isoOfBirthday(value)
  const close = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  const leave = (event: FocusEvent): void => {
    // Safari does not focus a button that is clicked: a null target does not mean that the focus moved elsewhere.
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    <div
      className={styles.place}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        close()
      }}
    >
      <DateText
        {...field}
        className={`input ${styles.input}`}
        name={name}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        inputRef={inputRef}
      />
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={t('Choose from a calendar')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CalendarDays aria-hidden size={20} />
      </button>
      {open && calendar === 'here' && (
        <>
          <div className={styles.beside} onPointerDown={() => setOpen(false)} />
          <div role="dialog" aria-label={label} className={styles.popup}>
            <Suspense>
              <Calendar
                start={chosen ?? defaultBirthday}
                chosen={chosen}
                min={earliestBirthday}
                max={today}
                onPick={(day) => {
                  onChange(formatDate(day))
                  close()
                }}
              />
            </Suspense>
          </div>
        </>
      )}
    </div>
  )
}

function WheelField({ label, field, value, onChange, today, inputRef, name = 'bday', onBlur }: ShownField) {
  const [open, setOpen] = useState(false)
  // Nothing is typed here, so the date is shown in the reader's format.
  const shown = translateAnswer(value)
  const close = (): void => {
    setOpen(false)
    onBlur?.()
  }
  return (
    <>
      <button
        {...field}
        ref={inputRef as Ref<HTMLButtonElement>}
        type="button"
        name={name}
        className={`input ${styles.button}`}
        // The label alone would replace the chosen date.
        aria-label={`${label}: ${value === '' ? t('MM/DD/YYYY, not chosen yet') : shown}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...(value !== '' && transientMark)}
      >
        {value === '' ? <span className={styles.placeholder}>{t('MM/DD/YYYY')}</span> : shown}
        <CalendarDays aria-hidden size={20} />
      </button>
      {open && <WheelDialog label={label} value={value} today={today} onClose={close} onDone={onChange} />}
    </>
  )
}

type WheelDialogProps = {
  label: string
  value: string
  today: string
  onClose: () => void
  onDone: (text: string) => void
}

/** The wheels, or, for those who prefer typing or cannot use wheels, a text field. */
function WheelDialog({ label, value, today, onClose, onDone }: WheelDialogProps) {
  const [day, setDay] = useState(() =>
    withinDays(isoOfBirthday(value) ?? defaultBirthday, earliestBirthday, today),
  )
  const [text, setText] = useState<string>()
  const wheels = useLazyLoad(loadWheels)
  const typed = text ?? (wheels === 'failed' ? value : undefined)
  const problem = typed ? findBirthdayProblem(typed, today) : undefined
  const [tried, setTried] = useState(false)
  const input = useRef<HTMLElement>(null)
  const done = (): void => {
    if (problem !== undefined) {
      setTried(true)
      return input.current?.focus()
    }
    onDone(typed ?? formatDate(day))
    onClose()
  }
  const actions = (
    <>
      <Button onClick={done}>{t('Done')}</Button>
      <Button look="second" onClick={onClose}>
        {t('Cancel')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={label} actions={actions}>
      {typed === undefined ? (
        <>
          <div className={styles.wheels}>
            {wheels === 'here' && (
              <Suspense>
                <Wheels day={day} min={earliestBirthday} max={today} onChange={setDay} />
              </Suspense>
            )}
          </div>
          <Button look="quiet" onClick={() => setText(formatDate(day))}>
            {t('Type it instead')}
          </Button>
        </>
      ) : (
        <Field label={t('Month, day and year')} problem={tried ? problem : undefined}>
          {(field) => (
            <DateText
              {...field}
              name="bday-typed"
              inputRef={input}
              value={typed}
              onChange={setText}
              autoFocus
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // The dialog may be inside a form, which this must not submit.
                event.preventDefault()
                done()
              }}
            />
          )}
        </Field>
      )}
    </Dialog>
  )
}

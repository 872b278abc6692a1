import { t } from '#contract/language.ts'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { choiceKey, entryKey, pickedValue, slotName, valueKey } from '#contract/pricing/selection.ts'
import type { ChecklistEntry, Choice, Section, Toggle } from '#contract/schemas/menu.ts'
import { useSecondTap } from '#lib/paint/use-second-tap.ts'
import { NotEatenWords } from '#shared/allergens/allergen-facts.tsx'
import { isCustomized, type ItemForm } from '../use-item-form.ts'
import styles from './section-fields.module.css'

type Props = { parent: string; place: number; section: Section; form: ItemForm; nested?: boolean }

/** One option section: its choices as large rows, its checklist, and what is nested under a picked value. A required section says so before the tap. */
export function SectionFields({ parent, place, section, form, nested = false }: Props) {
  const body = (
    <>
      {section.choices.map((choice, number) => (
        <ChoiceField
          key={choiceKey(parent, place, number)}
          fieldKey={choiceKey(parent, place, number)}
          choice={choice}
          name={slotName(section, number)}
          form={form}
          nested={nested}
        />
      ))}
      {section.checklist.length > 0 && (
        <fieldset className={styles.field}>
          <Legend name={section.name} note={t('Choose any')} nested={nested} />
          {section.checklist.map((entry) => (
            <EntryRow key={entry.id} fieldKey={entryKey(parent, place, entry)} entry={entry} form={form} />
          ))}
        </fieldset>
      )}
    </>
  )
  if (!section.customization) return body
  return (
    <Customization section={section} parent={parent} place={place} form={form}>
      {body}
    </Customization>
  )
}

/** A section that most people leave unchanged: folded, with a button that restores how the dish comes. */
function Customization({
  section,
  parent,
  place,
  form,
  children,
}: Omit<Props, 'nested'> & { children: ReactNode }) {
  const customized = isCustomized(section, parent, place, form.selection)
  const [isOpen, setOpen] = useState(customized)
  const summary = useRef<HTMLElement>(null)
  return (
    <details
      className={styles.customize}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary ref={summary}>
        <span>{t('CUSTOMIZE')}</span> <span className={styles.note}>{section.name}</span>
      </summary>
      {children}
      {customized && (
        <button
          type="button"
          className="button button--quiet"
          onClick={() => {
            form.reset(`${parent}/s${place}`)
            // The button disappears once everything is restored: the focus moves to the summary.
            summary.current?.focus()
          }}
        >
          {t('Remove customization')}
        </button>
      )}
    </details>
  )
}

function Legend({ name, note, nested }: { name: string; note: string; nested: boolean }) {
  return (
    <legend className={styles.legend}>
      <span className={nested ? styles.nestedName : styles.name}>{name}</span>
      <span className={styles.note}>{note}</span>
    </legend>
  )
}

type ChoiceProps = { fieldKey: string; choice: Choice; name: string; form: ItemForm; nested: boolean }

function ChoiceField({ fieldKey, choice, name, form, nested }: ChoiceProps) {
  const picked = pickedValue(choice, fieldKey, form.selection)
  const under = picked && valueKey(fieldKey, picked)
  return (
    <>
      <fieldset className={styles.field} data-open={(choice.required && !picked) || undefined}>
        <Legend name={name} note={choice.required ? t('Required') : t('Optional')} nested={nested} />
        {choice.values.map((value) => (
          <Fragment key={value.id}>
            <label className={styles.row}>
              <input
                type="radio"
                name={fieldKey}
                checked={picked?.id === value.id}
                onChange={() => form.pick(fieldKey, value.id)}
              />
              <span className={styles.rowName}>
                {value.name} <NotEatenWords statement={value.allergens} />
              </span>
              <Extra cents={value.price} />
            </label>
            {under && picked.id === value.id && (
              <Toggles fieldKey={under} of={value.name} toggles={value.toggle} form={form} />
            )}
          </Fragment>
        ))}
        {!choice.required && (
          <label className={styles.row}>
            <input
              type="radio"
              name={fieldKey}
              checked={!picked}
              onChange={() => form.pick(fieldKey, null)}
            />
            <span className={styles.rowName}>{t('No thanks')}</span>
          </label>
        )}
      </fieldset>
      {picked && under && picked.sections.length > 0 && (
        <div className={styles.nested}>
          {picked.sections.map((inner, number) => (
            <SectionFields
              key={`${under}${number}`}
              parent={under}
              place={number}
              section={inner}
              form={form}
              nested
            />
          ))}
        </div>
      )}
    </>
  )
}

function EntryRow({ fieldKey, entry, form }: { fieldKey: string; entry: ChecklistEntry; form: ItemForm }) {
  const ticked = form.selection.ticked[fieldKey] ?? entry.selected
  return (
    <>
      <label className={styles.row}>
        <input
          type="checkbox"
          checked={ticked}
          onChange={(event) => form.tick(fieldKey, event.target.checked)}
        />
        <span className={styles.rowName}>
          {entry.name} <NotEatenWords statement={entry.allergens} />
        </span>
        <Extra cents={entry.price} />
      </label>
      {ticked && <Toggles fieldKey={fieldKey} of={entry.name} toggles={entry.toggle} form={form} />}
    </>
  )
}

/** Refinements of one value or entry: at most one at a time, and picking the selected one clears it (specification §4). */
function Toggles({
  fieldKey,
  of,
  toggles,
  form,
}: {
  fieldKey: string
  of: string
  toggles: Toggle[]
  form: ItemForm
}) {
  const isSecondTap = useSecondTap<string>()
  if (toggles.length === 0) return null
  return (
    <div className={styles.toggles} role="group" aria-label={t`How much ${of}`}>
      {toggles.map((toggle) => (
        <button
          key={toggle.name}
          type="button"
          className={styles.toggle}
          aria-pressed={form.selection.toggles[fieldKey] === toggle.name}
          onClick={({ timeStamp }) =>
            !isSecondTap(toggle.name, timeStamp) && form.toggle(fieldKey, toggle.name)
          }
        >
          {toggle.name}
          {toggle.price > 0 && ` +${formatCents(toggle.price)}`}
        </button>
      ))}
    </div>
  )
}

function Extra({ cents }: { cents: number }) {
  return cents > 0 ? <span className={`price ${styles.extra}`}>+{formatCents(cents)}</span> : null
}

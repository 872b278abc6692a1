// @vitest-environment jsdom
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BirthdayField } from '#lib/ui/date-field.tsx'
import {
  choose,
  erase,
  find,
  key,
  paste,
  press,
  say,
  setMedia,
  show,
  type,
  until,
} from '../support/screen.tsx'

const today = '2026-11-20'

function Form({ start = '', onText }: { start?: string; onText: (text: string) => void }) {
  const [value, setValue] = useState(start)
  const change = (text: string): void => {
    setValue(text)
    onText(text)
  }
  return <BirthdayField label="DATE OF BIRTH" name="dob" value={value} onChange={change} today={today} />
}

const heard = vi.fn<(text: string) => void>()
beforeEach(() => heard.mockClear())

describe('on a computer', () => {
  beforeEach(() => setMedia({ 'min-width': true, reduced: true }))
  const input = () => find<HTMLInputElement>('input[name=dob]')

  it('accepts a birthday through the mask, with underscores for missing digits @LO-07 @LO-10', async () => {
    await show(<Form onText={heard} />)
    expect(input().placeholder).toBe('MM/DD/YYYY')
    expect(input().autocomplete).toBe('bday')
    await type(input(), '03')
    expect(input().value).toBe('03/__/____')
    await type(input(), '151985')
    expect(input().value).toBe('03/15/1985')
    expect(heard).toHaveBeenLastCalledWith('03/15/1985')
  })

  it.for([
    ['2', ''],
    ['9', ''],
    ['x', ''],
    ['0', '0_/__/____'],
    ['1', '1_/__/____'],
    ['014', '01/__/____'],
    ['013', '01/3_/____'],
    ['01313', '01/31/____'],
    ['01310', '01/31/____'],
    ['01311', '01/31/1___'],
    ['01312', '01/31/2___'],
    ['013119709', '01/31/1970'],
  ] as const)(
    'a month begins with 0 or 1, a day with 0 to 3, a year with 1 or 2: %s @VA-24',
    async ([typed, shown]) => {
      await show(<Form onText={heard} />)
      await type(input(), typed)
      expect(input().value).toBe(shown)
    },
  )

  it('takes a birthday as password managers keep it', async () => {
    await show(<Form onText={heard} />)
    await paste(input(), '1985-03-15')
    expect(input().value).toBe('03/15/1985')
  })

  it('is empty again when everything was deleted', async () => {
    await show(<Form start="03/15/1985" onText={heard} />)
    input().setSelectionRange(0, 10)
    await erase(input())
    expect(heard).toHaveBeenLastCalledWith('')
  })

  it('picks a day from the calendar, which opens in January 1970 @LO-10 @BC-15', async () => {
    await show(<Form onText={heard} />)
    await press(find('button', 'Choose from a calendar'))
    await until(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Thursday, January 1, 1970'),
    )
    await press(find('button', 'Saturday, January 31, 1970'))
    expect(heard).toHaveBeenCalledExactlyOnceWith('01/31/1970')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose from a calendar')
  })

  it('moves by keys, and by the lists of months and years', async () => {
    await show(<Form start="03/31/1985" onText={heard} />)
    await press(find('button', 'Choose from a calendar'))
    const focused = () => document.activeElement?.getAttribute('aria-label')
    await until(() => expect(focused()).toBe('Sunday, March 31, 1985'))
    const press_ = async (name: string, shiftKey = false) =>
      await key(document.activeElement!, name, { shiftKey })
    await press_('ArrowRight')
    expect(focused()).toBe('Monday, April 1, 1985')
    await press_('ArrowUp')
    expect(focused()).toBe('Monday, March 25, 1985')
    await press_('End')
    expect(focused()).toBe('Saturday, March 30, 1985')
    await press_('Home')
    expect(focused()).toBe('Sunday, March 24, 1985')
    await press_('PageUp')
    expect(focused()).toBe('Sunday, February 24, 1985')
    await press_('PageDown', true)
    expect(focused()).toBe('Monday, February 24, 1986')
    await choose(find<HTMLSelectElement>('select', 'Year'), '2000')
    await choose(find<HTMLSelectElement>('select', 'Month'), '2')
    await press(find('button', 'Tuesday, February 29, 2000'))
    expect(heard).toHaveBeenCalledExactlyOnceWith('02/29/2000')
  })

  it('goes from 1900 to today and no further @BC-15', async () => {
    await show(<Form onText={heard} />)
    await press(find('button', 'Choose from a calendar'))
    const years = await until(() => find<HTMLSelectElement>('select', 'Year'))
    expect([years.options[0]!.value, years.options[years.options.length - 1]!.value]).toEqual([
      '2026',
      '1900',
    ])
    await choose(years, '2026')
    await choose(find<HTMLSelectElement>('select', 'Month'), '12')
    // December has not come yet: the calendar stays on the last available day.
    expect(find<HTMLButtonElement>('button', 'Friday, November 20, 2026').disabled).toBe(false)
    expect(find<HTMLButtonElement>('button', 'Saturday, November 21, 2026').disabled).toBe(true)
    expect(find<HTMLButtonElement>('button', 'Next month').disabled).toBe(true)
  })

  it('closes on Escape, gives the focus back, and changes nothing', async () => {
    await show(<Form start="03/31/1985" onText={heard} />)
    await press(find('button', 'Choose from a calendar'))
    await until(() => find('[role=dialog] table'))
    await key(document.activeElement!, 'Escape')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose from a calendar')
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('on smaller screens', () => {
  beforeEach(() => setMedia({ reduced: true }))
  const opener = () => find('button[name=dob]')
  const wheel = (name: string) => until(() => find('[role=spinbutton]', name))

  it('opens wheels for month, day and year at 01/01/1970; Done applies the choice @LO-09 @BC-15', async () => {
    await show(<Form onText={heard} />)
    await press(opener())
    const shown = async (name: string) => (await wheel(name)).getAttribute('aria-valuetext')
    expect([await shown('Month'), await shown('Day'), await shown('Year')]).toEqual(['January', '1', '1970'])
    expect((await wheel('Year')).getAttribute('aria-valuemin')).toBe('1900')
    expect((await wheel('Year')).getAttribute('aria-valuemax')).toBe('2026')
    expect(heard).not.toHaveBeenCalled()
    await press(find('button', 'Done'))
    expect(heard).toHaveBeenCalledExactlyOnceWith('01/01/1970')
    expect(opener().getAttribute('aria-label')).toBe('DATE OF BIRTH: 01/01/1970')
  })

  it('is in no view that a shared device keeps, once it is chosen', async () => {
    await show(<Form start="03/31/1985" onText={heard} />)
    expect(find('button[name=dob]').closest('[data-once]')).not.toBeNull()
  })

  it('turns by the arrow keys, and the days follow the month @LO-09', async () => {
    await show(<Form start="03/31/1987" onText={heard} />)
    await press(opener())
    await key(await wheel('Month'), 'ArrowUp')
    await until(() =>
      expect(find('[role=spinbutton]', 'Month').getAttribute('aria-valuetext')).toBe('February'),
    )
    expect((await wheel('Day')).getAttribute('aria-valuenow')).toBe('28')
    expect((await wheel('Day')).getAttribute('aria-valuemax')).toBe('28')
    await key(await wheel('Year'), 'ArrowDown')
    await until(() => expect(find('[role=spinbutton]', 'Day').getAttribute('aria-valuemax')).toBe('29'))
    await press(find('button', 'Done'))
    expect(heard).toHaveBeenCalledExactlyOnceWith('02/28/1988')
  })

  it('goes where one types, in leaps and to the ends', async () => {
    await show(<Form onText={heard} />)
    await press(opener())
    const says = async (name: string, ...keys: string[]): Promise<string | null> => {
      for (const one of keys) await key(await wheel(name), one)
      return find('[role=spinbutton]', name).getAttribute('aria-valuetext')
    }
    expect(await says('Year', ...'1985')).toBe('1985')
    expect(await says('Year', 'PageUp', 'ArrowUp')).toBe('1974')
    expect(await says('Year', 'Home', 'ArrowUp')).toBe('1900')
    expect(await says('Month', ...'sep')).toBe('September')
    expect(await says('Day', 'End')).toBe('30')
    await press(find('button', 'Done'))
    expect(heard).toHaveBeenCalledExactlyOnceWith('09/30/1900')
  })

  it('does not go beyond today', async () => {
    await show(<Form start="12/31/2025" onText={heard} />)
    await press(opener())
    await key(await wheel('Year'), 'End')
    expect((await wheel('Month')).getAttribute('aria-valuemax')).toBe('11')
    expect((await wheel('Day')).getAttribute('aria-valuemax')).toBe('20')
    await press(find('button', 'Done'))
    expect(heard).toHaveBeenCalledExactlyOnceWith('11/20/2026')
  })

  it.for(['Cancel', 'Close'])('%s leaves everything as it was, and returns the focus @LO-09', async (way) => {
    await show(<Form start="03/31/1987" onText={heard} />)
    opener().focus()
    await press(opener())
    await key(await wheel('Month'), 'ArrowUp')
    await until(() =>
      expect(find('[role=spinbutton]', 'Month').getAttribute('aria-valuetext')).toBe('February'),
    )
    await press(find('button', way))
    expect(heard).not.toHaveBeenCalled()
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(document.activeElement).toBe(opener())
  })

  it('Escape is Cancel', async () => {
    await show(<Form start="03/31/1987" onText={heard} />)
    await press(opener())
    await wheel('Month')
    await press(find('button', 'Type it instead'))
    await say(find('dialog'), new Event('cancel', { cancelable: true }))
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(heard).not.toHaveBeenCalled()
  })

  it('is typed by who would rather type; Enter is Done and does not send the form around it', async () => {
    const sent = vi.fn<() => void>()
    await show(
      <form onSubmit={sent}>
        <Form onText={heard} />
      </form>,
    )
    await press(opener())
    await wheel('Month')
    await press(find('button', 'Type it instead'))
    const input = find<HTMLInputElement>('dialog input')
    expect(input.autocomplete).toBe('bday')
    input.setSelectionRange(0, 10)
    await paste(input, '12/24/1990')
    await key(input, 'Enter')
    expect(heard).toHaveBeenCalledExactlyOnceWith('12/24/1990')
    expect(sent).not.toHaveBeenCalled()
  })

  it.each([
    ['12/2', 'Please enter a valid date as MM/DD/YYYY'],
    ['02/30/1990', 'Please enter a valid date as MM/DD/YYYY'],
    ['12/24/2026', 'Please enter a date in the past'],
  ])('what is typed and is no birthday stays there to be put right: %s', async (typed, problem) => {
    await show(<Form onText={heard} />)
    await press(opener())
    await wheel('Month')
    await press(find('button', 'Type it instead'))
    const input = find<HTMLInputElement>('dialog input')
    input.setSelectionRange(0, 10)
    await paste(input, typed)
    expect(input.getAttribute('aria-invalid')).toBeNull()
    await press(find('button', 'Done'))
    expect(find('dialog[open]').textContent).toContain(problem)
    expect([input.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', input])
    expect(heard).not.toHaveBeenCalled()
    input.setSelectionRange(0, 10)
    await paste(input, '12/24/1990')
    await press(find('button', 'Done'))
    expect(heard).toHaveBeenCalledExactlyOnceWith('12/24/1990')
  })
})

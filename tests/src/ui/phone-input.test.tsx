// @vitest-environment jsdom
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { findPhoneProblem } from '#contract/rules/phone.ts'
import { PhoneInput } from '#lib/ui/phone-input.tsx'
import { erase, find, paste, say, show, type } from '../support/screen.tsx'

function Form() {
  const [value, setValue] = useState('')
  return <PhoneInput aria-label="Phone" value={value} onChange={(event) => setValue(event.target.value)} />
}

/** Like Chrome's autofill: the whole text at once, without `beforeinput`. */
async function autofill(input: HTMLInputElement, text: string): Promise<void> {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  await say(input, new Event('input', { bubbles: true }))
}

const field = () => find<HTMLInputElement>('input', 'Phone')

describe('a phone number', () => {
  const ways = { 'key by key': type, pasted: paste, 'filled in by the browser': autofill }
  const spellings = [
    '2125550177',
    '(212) 555-0177',
    '12125550177',
    '+12125550177',
    '1 (212) 555-0177',
    '+1 212 555 0177',
    '1-212-555-0177',
  ]
  const all = Object.entries(ways).flatMap(([way, enter]) =>
    spellings.map((text) => [text, way, enter] as const),
  )

  it.each(all)('%s, %s, stays unchanged @VA-13', async (text, _way, enter) => {
    await show(<Form />)
    await enter(field(), text)
    expect(field().value).toBe('(212) 555-0177')
  })

  it.each(all)(
    '%s, %s over the same number that is marked, stays the number that it is',
    async (text, way, enter) => {
      await show(<Form />)
      await type(field(), '2125550177')
      // A browser's autofill replaces the whole text, and selects none.
      if (way !== 'filled in by the browser') field().select()
      await enter(field(), text)
      expect(field().value).toBe('(212) 555-0177')
    },
  )

  it.each(Object.entries(ways))('may begin with 1 and have ten digits, %s @VA-13', async (_way, enter) => {
    for (const text of ['1234567890', '(123) 456-7890', '+1 123 456 7890']) {
      const page = await show(<Form />)
      await enter(field(), text)
      expect(field().value).toBe('(123) 456-7890')
      expect(findPhoneProblem(field().value)).toBeUndefined()
      await page.again(null)
    }
  })

  it.each([
    ['+52 55 1234 5678', '+525512345678'],
    ['+65 9123 4567', '+6591234567'],
    ['52 55 1234 5678', '525512345678'],
  ])('of another country, %s, is not cut to one of ours', async (text, digits) => {
    for (const enter of Object.values(ways)) {
      const page = await show(<Form />)
      await enter(field(), text)
      expect(field().value.replace(/(?!^\+)\D/g, '')).toBe(digits)
      await page.again(null)
    }
  })

  it.each([
    ['at its end', 14, '21255501779'],
    ['in its middle', 5, '21295550177'],
  ])('with a digit too many, typed into a full field %s, is kept and named', async (_where, at, digits) => {
    await show(<Form />)
    await type(field(), '2125550177')
    expect(findPhoneProblem(field().value)).toBeUndefined()
    field().setSelectionRange(at, at)
    await type(field(), '9')
    expect(field().value.replace(/\D/g, '')).toBe(digits)
    expect(findPhoneProblem(field().value)).toBe('Please enter a valid phone number')
  })

  it('with an extension is the number before it', async () => {
    await show(<Form />)
    await paste(field(), '(212) 555-0177 x12')
    expect(field().value).toBe('(212) 555-0177')
  })

  it('keeps a 1 that is first only while it is mended', async () => {
    await show(<Form />)
    await type(field(), '2125550177')
    field().setSelectionRange(2, 2)
    await erase(field())
    expect(field().value).toBe('(125) 550-177')
    field().setSelectionRange(1, 1)
    await type(field(), '2')
    expect(field().value).toBe('(212) 555-0177')
  })
})

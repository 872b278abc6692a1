// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { phoneHref } from '#contract/rules/phone.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty } from '#lib/paint/screen-states.tsx'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { sanitiseHtml } from '#lib/ui/sanitise-html.ts'
import { show } from '../support/screen.tsx'

const whole = (place: ParentNode = document) =>
  [...place.querySelectorAll('.whole')].map((one) => one.textContent)

describe('a telephone number', () => {
  it.each([
    ['Please call us at (212) 555-0142.', ['(212) 555-0142']],
    ['(212) 555-0142', ['(212) 555-0142']],
    ['Call (212) 555-0142, or (312)555-0144 after six.', ['(212) 555-0142', '(312)555-0144']],
    ['Open 5:30-9:00, at 10011-0142', []],
  ])('in “%s” is kept whole, and the words are as they were', async (text, numbers) => {
    await show(<p>{wholePhones(text)}</p>)
    expect([document.querySelector('p')!.textContent, whole()]).toEqual([text, numbers])
    for (const number of numbers) expect(phoneHref(number)).toMatch(/^tel:\+1\d{10}$/)
  })

  it('is kept whole in what the restaurant answers, above a page, and where there is nothing to show', async () => {
    const text = 'Please call us at (212) 555-0142.'
    await show(
      <>
        <Banner tone="error" header="Error" messages={[text]} />
        <PageHead title="Order" lead={text} />
        <Empty>{text}</Empty>
      </>,
    )
    expect(whole()).toEqual(Array.from({ length: 3 }, () => '(212) 555-0142'))
  })

  it('is kept whole in the restaurant’s own pages, wherever it stands', () => {
    const html =
      '<p>Call <b>Lan</b> at (310) 555-0119.</p><p><a href="tel:2125550144">(212) 555-0144</a></p><p>No number</p>'
    const holder = document.createElement('div')
    holder.append(sanitiseHtml(html, { origin: 'https://bella.example', base: '' }))
    expect(whole(holder)).toEqual(['(310) 555-0119', '(212) 555-0144'])
    expect(holder.textContent).toBe('Call Lan at (310) 555-0119.(212) 555-0144No number')
  })
})

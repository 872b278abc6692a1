// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { OrderSummary, type SummaryView } from '#shared/forms/order-summary.tsx'
import { show, leavePage } from '../support/screen.tsx'

const totals: SummaryView['totals'] = {
  subTotalCents: 123_456,
  discountCents: 0,
  taxCents: 0,
  deliveryCents: 0,
  tipCents: 0,
  totalCents: 123_456,
  estimated: false,
  complete: true,
  taxes: [],
}
const rows = () => [...document.querySelectorAll('dl > *')].map((row) => row.textContent)
const of = (changes: Partial<SummaryView['totals']>): SummaryView => ({
  lines: [],
  totals: { ...totals, ...changes },
})

describe('what an order comes to', () => {
  it('is US dollars with two decimals and a $ sign; a line of $0.00 is hidden @BC-19', async () => {
    await show(<OrderSummary view={of({})} />)
    expect(rows()).toEqual(['Subtotal$1,234.56', 'Total$1,234.56'])
    expect(document.body.textContent).not.toContain('$0.00')
  })

  it('has a discount with its minus, and the delivery fee where there is one @BC-19', async () => {
    await show(
      <OrderSummary view={of({ discountCents: 1600, taxCents: 5, deliveryCents: 499, tipCents: 300 })} />,
    )
    expect(rows()).toEqual([
      'Subtotal$1,234.56',
      'Discount-$16.00',
      'Delivery charge$4.99',
      'Tax$0.05',
      'Tip$3.00',
      'Total$1,234.56',
    ])
  })

  it('is told as it is shown when it changes: as an estimate, and without the tax where that is not known', async () => {
    const told = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join('')
    const shown = () => [...document.querySelectorAll('dl:last-of-type > *')].at(-1)!
    const says = () => [...shown().children].map((one) => one.textContent).join(' ')
    const { again } = await show(<OrderSummary view={of({})} />)
    // The first total is not announced: it is read where it is shown.
    expect(told()).toBe('')
    await again(<OrderSummary view={of({ subTotalCents: 200, complete: false, estimated: true })} />)
    expect(told()).toBe('Total, estimated $2.00 + tax')
    expect(says()).toBe(told())
    await again(<OrderSummary view={of({ totalCents: 218, estimated: true })} />)
    expect(told()).toBe('Total, estimated $2.18')
    expect(says()).toBe(told())
    await again(<OrderSummary view={of({ totalCents: 218 })} />)
    expect(told()).toBe('Total $2.18')
    expect(says()).toBe(told())
  })

  it('says under each dish its choices, what it contains and what is not known of it', async () => {
    const dish = { quantity: 1, unitCents: 100 }
    const placed = {
      menu_external_id: '7',
      menu_category_external_id: '70',
      menu_item_external_id: '700',
    }
    const gluten = { contains: ['gluten' as const], free_from: 'others' as const }
    const view = {
      ...of({}),
      lines: [
        { ...dish, lineId: '1', name: 'Margherita', modifiers: [{ name: '12 inch' }], allergens: gluten },
        { ...dish, lineId: '2', name: 'Soup', allergens: { contains: [], free_from: [] } },
        // Added on this device just now, with no allergen statement.
        { ...dish, ...placed, lineId: '3', name: 'Salad' },
      ],
    }
    const lines = () => [...document.querySelectorAll('li > span:first-child')].map((one) => one.textContent)
    await show(<OrderSummary view={view} withLines tellsAllergens />)
    expect(lines()).toEqual([
      '1 × Margherita12 inchContains gluten',
      '1 × SoupAllergens not known',
      '1 × SaladAllergens not known',
    ])
    await leavePage()
    await show(<OrderSummary view={view} withLines />)
    expect(lines()[2]).toBe('1 × Salad')
  })

  it('has one line of tax; each of several stands under it for whoever asks', async () => {
    const state = { name: 'Illinois', rate: '0.0625', taxCents: 181 }
    const city = { name: 'Chicago', rate: '0.0125', taxCents: 36 }
    await show(<OrderSummary view={of({ taxCents: 217, taxes: [state, city] })} />)
    const details = document.querySelector('details')!
    expect(details.open).toBe(false)
    expect(details.querySelector('summary')!.textContent).toBe('Each tax')
    expect([...details.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
      'Illinois, 6.25%$1.81',
      'Chicago, 1.25%$0.36',
    ])
  })

  it('tells a single tax by its amount alone', async () => {
    const taxes = [{ name: 'Sales tax', rate: '0.08', taxCents: 217 }]
    await show(<OrderSummary view={of({ taxCents: 217, taxes })} />)
    expect(rows()).toContain('Tax$2.17')
    expect(document.querySelectorAll('details')).toHaveLength(0)
  })
})

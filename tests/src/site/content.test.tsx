// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AboutScreen } from '#features/content/screens/about-screen.tsx'
import { CateringScreen } from '#features/content/screens/catering-screen.tsx'
import { GalleryScreen } from '#features/content/screens/gallery-screen.tsx'
import { LegalScreen } from '#features/content/screens/legal-screen.tsx'
import { contentSchemas, findContent } from '#contract/schemas/content.ts'
import { keepAvoided } from '#lib/query/avoided-allergens.ts'
import { location } from '../support/merchant-data.ts'
import { find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { bookOf, siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView = () => undefined
})

const hostile =
  '<p>Good <b>text</b></p><img src=x onerror="globalThis.ran = true"><script>globalThis.ran = true</script>'
const screens = {
  '/about': () => <AboutScreen />,
  '/privacy': () => <LegalScreen name="privacy_page" />,
  '/terms': () => <LegalScreen name="terms_page" />,
  '/catering': () => <CateringScreen />,
  '/gallery': () => <GalleryScreen />,
}
type Path = keyof typeof screens
const copyOf = (name: string, value: unknown) => {
  const copy = siteCopy({ configurations: [{ name, value }] })
  return { ...copy, location: location({ settings: copy.location.settings, fax: '(212) 555-0101' }) }
}
const open = (at: Path, copy: ReturnType<typeof siteCopy> | undefined = siteCopy(), book = bookOf(2, 1)) =>
  show(sitePage(screens, { at, copy, book }).page)
const title = (text: string) => until(() => expect(find('h1').textContent).toBe(text))
const links = (place: ParentNode) =>
  [...place.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])

it('pages have the names that the restaurant gives them, or else the usual ones @EN-08', async () => {
  const names = { about_page_name: 'Who we are', catering_page_name: 'Feasts', gallery_page_name: '' }
  const settings = { consumer_application_settings: names }
  await open('/about', siteCopy({ settings }))
  await title('Who we are')
  document.body.replaceChildren()
  await open('/catering', siteCopy({ settings }))
  await title('Feasts')
  document.body.replaceChildren()
  await open('/gallery', siteCopy({ settings }))
  await title('Gallery')
})

describe('/about', () => {
  const faqs = [
    { question: 'Do you take cards?', answer: '<p>We do.</p>' },
    { question: 'Dogs?', answer: '<p>On the terrace.</p>' },
  ]

  it('has its text, its questions, of which one is open at a time, and links to the legal texts @RA-02 @RT-24 @OV-05', async () => {
    await open('/about', copyOf('about_page', { header: 'About Tavola', text: hostile, faqs }))
    await title('About Tavola')
    expect(document.querySelector('b')!.textContent).toBe('text')
    expect('ran' in globalThis).toBe(false)
    const state = () =>
      [...document.querySelectorAll('h3 button')].map((one) => one.getAttribute('aria-expanded'))
    const isShown = (text: string) =>
      [...document.querySelectorAll('div[id]:not([hidden])')].some((one) => one.textContent === text)
    expect(state()).toEqual(['false', 'false'])
    await press(find('button', 'Do you take cards?'))
    expect([...state(), isShown('We do.'), isShown('On the terrace.')]).toEqual([
      'true',
      'false',
      true,
      false,
    ])
    await press(find('button', 'Dogs?'))
    expect([...state(), isShown('We do.'), isShown('On the terrace.')]).toEqual([
      'false',
      'true',
      false,
      true,
    ])
    await press(find('button', 'Dogs?'))
    expect(state()).toEqual(['false', 'false'])
    expect(links(find('section', 'Legal information')).slice(0, 2)).toEqual([
      ['TERMS', '/terms'],
      ['PRIVACY', '/privacy'],
    ])
  })

  it('says when it is open, where it is and how to reach it if the restaurant has written nothing', async () => {
    await open('/about')
    await title('About')
    const contact = await until(() => find('section', 'Contact Us'))
    expect(contact.textContent).toMatch(/open/i)
    const { address1, phone } = location()
    expect(contact.querySelector('address')!.textContent).toContain(address1)
    expect(links(contact).map(([text]) => text)).toEqual([phone, 'Get directions'])
    // Shown once, beside the links to the legal texts.
    expect(document.querySelectorAll('address')).toHaveLength(1)
    expect(find('section', 'Legal information')).toBeTruthy()
  })
})

describe.for([
  ['/privacy', 'privacy_page', 'Privacy'],
  ['/terms', 'terms_page', 'Terms'],
] as [Path, string, string][])('%s', ([path, name, usual]) => {
  it('has the configured header and text, and the address, phone and fax @RA-03 @RT-24 @OV-05', async () => {
    await open(path, copyOf(name, { header: 'In writing', html: hostile }))
    await title('In writing')
    expect(document.querySelector('b')!.textContent).toBe('text')
    expect('ran' in globalThis).toBe(false)
    expect(document.querySelector('script')).toBeNull()
    const place = find('address').textContent
    for (const part of [
      'Tavola',
      '1 Main Street',
      'New York, NY 10011',
      'Phone: (212) 555-0100',
      'Fax: (212) 555-0101',
    ])
      expect(place).toContain(part)
  })

  it('says so when nothing is written, and when it cannot be read', async () => {
    await open(path)
    await title(usual)
    await until(() => expect(document.body.textContent).toContain('has not put this in writing here'))
    await leavePage()
    await show(sitePage(screens, { at: path, copy: undefined }).page)
    await until(() =>
      expect(find('[role=alert]').textContent).toContain('This page isn’t saved on this device yet'),
    )
  })
})

describe('/catering', () => {
  it('has its information and the menus with a link to each, and can be printed @RA-04 @RT-24 @OV-05', async () => {
    const print = vi.fn<() => void>()
    window.print = print
    await open('/catering', copyOf('catering_page', { header: 'At your place', html: hostile }))
    await title('At your place')
    await until(() => expect(document.body.textContent).toContain('Dish 2.1'))
    expect(document.querySelector('b')!.textContent).toBe('text')
    const jumps = [...find('nav', 'Menus on this page').querySelectorAll('a')]
    expect(jumps.map((one) => one.textContent)).toEqual(['Menu 1', 'Menu 2'])
    await press(jumps[1]!)
    expect(document.activeElement!.textContent).toBe('Menu 2')
    await press(find('button', 'PRINT MENU'))
    expect(print).toHaveBeenCalledOnce()
  })
})

describe('/catering, of a restaurant that says what its dishes contain', () => {
  it('says it for each dish, also on paper, and leaves out what somebody on this device avoids', async () => {
    onTestFinished(() => localStorage.clear())
    const book = bookOf(1, 3)
    const [nuts, free] = book.menus[0]!.categories
    nuts!.items[0]!.allergens = { contains: ['tree_nuts'], free_from: 'others' }
    free!.items[0]!.allergens = { contains: [], free_from: 'others' }
    await open('/catering', copyOf('catering_page', { header: 'At your place', html: '' }), book)
    const dishes = () => [...document.querySelectorAll('section li')].map((one) => one.textContent)
    await until(() =>
      expect(dishes()).toEqual([
        'Dish 1.1$1.01Dish 1.1, as we like it.Contains tree nuts',
        'Dish 1.2$1.02Dish 1.2, as we like it.',
        'Dish 1.3$1.03Dish 1.3, as we like it.Allergens not known',
      ]),
    )
    await act(async () => keepAvoided(['tree_nuts']))
    expect(dishes()).toEqual(['Dish 1.2$1.02Dish 1.2, as we like it.'])
    expect(document.body.textContent).toContain('Without tree nuts: 1 of 3 dishes.')
  })
})

describe('/gallery', () => {
  const images = ['The oven', 'The table'].map((name) => ({
    image: { url: `/${name}.webp`, image_id: name },
    title: name,
  }))

  it('has tiles that open a dialog with title and arrows, without an end @MO-18 @RT-15 @OV-05', async () => {
    await open('/gallery', copyOf('gallery_page', { active_images: images }))
    await until(() => expect(document.querySelectorAll('button img')).toHaveLength(2))
    await press(document.querySelector<HTMLElement>('button:has(img)')!)
    const shown = () => find('dialog strong').textContent
    expect(shown()).toBe('The oven')
    await press(find('button', 'Next picture'))
    await press(find('button', 'Next picture'))
    expect(shown()).toBe('The oven')
  })

  it('says when there are none', async () => {
    await open('/gallery')
    await until(() => expect(document.body.textContent).toContain('No pictures yet.'))
  })
})

it('a configuration in another format counts as none', () => {
  for (const name of Object.keys(contentSchemas) as (keyof typeof contentSchemas)[])
    for (const value of [
      null,
      7,
      'text',
      [],
      { active_images: 1, all_menus: 1, faqs: 1, html: 1, text: 1, header: 1, details: 1 },
    ])
      expect(findContent([{ name, value }], name)).toBeUndefined()
})

it.each([
  { told: 'its server says it', extensions: ['own_data'], shown: true },
  { told: 'nothing is known of its server', extensions: undefined, shown: false },
])('what is kept, and for how long, is promised where $told', async ({ extensions, shown }) => {
  const copy = siteCopy()
  await open('/privacy', {
    ...copy,
    location: { ...copy.location, ...(extensions && { api_extensions: extensions }) },
  })
  await title('Privacy')
  await until(() => expect(document.body.textContent).toContain('Please ask: they will tell you.'))
  expect(document.body.textContent.includes('What we keep, and for how long')).toBe(shown)
})

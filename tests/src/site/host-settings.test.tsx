// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { AccountPage } from '#features/account/components/account-page.tsx'
import { Shell } from '#features/layout/screens/shell.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

/** How a host's own configuration changes the screen. */

beforeEach(() => {
  setMedia({})
})

const styles = ['centered', 'left', 'hero'] as const
it.each(styles)('the bar is drawn as the host says: %s @EN-02', async (style) => {
  await show(sitePage({ '/': () => <Shell>Hello</Shell> }, { host: { top_bar_style: style } }).page)
  const bar = await until(() => find('header'))
  expect(styles.filter((one) => bar.className.includes(one))).toEqual([style])
})

describe('the picture behind signing in', () => {
  const open = async (backgroundImage: string, location?: string) => {
    const configurations =
      location === undefined ? [] : [{ name: 'location_background_url', value: location }]
    const page = () => <AccountPage title="LOGIN">The form</AccountPage>
    await show(
      sitePage({ '/': page }, { copy: siteCopy({ configurations }), host: { backgroundImage } }).page,
    )
    await until(() => expect(find('a', /home$/).textContent).not.toBe(''))
    return [...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))
  }

  it.each([
    { host: '/pictures/host.webp', location: undefined, shown: ['/pictures/host.webp'] },
    { host: '/pictures/host.webp', location: '/pictures/room.webp', shown: ['/pictures/room.webp'] },
    { host: '/pictures/host.webp', location: '', shown: ['/pictures/host.webp'] },
    { host: 'https://elsewhere.example/host.webp', location: undefined, shown: [] },
    { host: '', location: undefined, shown: [] },
  ])(
    'is the location’s ($location), else the host’s ($host), and never one from elsewhere @EN-02 @LO-06',
    async ({ host, location, shown }) => {
      expect(await open(host, location)).toEqual(shown)
    },
  )
})

// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { AccountPage } from '#features/account/components/account-page.tsx'
import { SocialButtons } from '#features/account/components/social-buttons.tsx'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'
import { ForgotPasswordScreen } from '#features/account/screens/forgot-password-screen.tsx'
import { ResendUnlockScreen } from '#features/account/screens/resend-unlock-screen.tsx'
import type { Settings } from '#contract/schemas/location.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  for (const script of document.querySelectorAll('script')) script.remove()
})

const open = (
  configurations: { name: string; value: unknown }[],
  consumer_application_settings: Settings['consumer_application_settings'] = {},
) =>
  show(
    sitePage(
      {
        '/': () => (
          <AccountPage title="LOGIN">
            <SocialButtons onSignedIn={() => undefined} onRefused={() => undefined} />
            <p>The form</p>
          </AccountPage>
        ),
      },
      { copy: siteCopy({ configurations, settings: { consumer_application_settings } }) },
    ).page,
  )
const pictures = () => [...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))
const scripts = () => [...document.querySelectorAll('script')].map((one) => new URL(one.src).host)

describe('the sign-in screens of a restaurant', () => {
  it('show its icon, which leads home, and its picture @LO-06 @EN-01 @LO-14', async () => {
    await open([
      { name: 'app_icon', value: '/pictures/icon.webp' },
      { name: 'location_background_url', value: '/pictures/room.webp' },
    ])
    await until(() => expect(pictures()).toEqual(['/pictures/room.webp', '/pictures/icon.webp']))
    expect(find('a', /home$/).getAttribute('href')).toBe('/')
  })

  it('load a picture of the home page in the size and the format that the device needs', async () => {
    const image = { imageSignedUrl: '/pictures/room-1280.webp', base: '/pictures/room', widths: [640, 1280] }
    const home_page = { header_images: [{ image }] }
    await open([{ name: 'location_background_url', value: image.imageSignedUrl }], { home_page })
    await until(() => expect(pictures()).toEqual([image.imageSignedUrl]))
    expect(document.querySelector('source[type="image/avif"]')?.getAttribute('srcset')).toBe(
      '/pictures/room-640.avif 640w, /pictures/room-1280.avif 1280w',
    )
  })

  it('show its name on a plain background when it has set neither, or only a picture from elsewhere @LO-06', async () => {
    await open([{ name: 'location_background_url', value: 'https://elsewhere.example/room.webp' }])
    await until(() => expect(find('a', /home$/).textContent).not.toBe(''))
    expect(pictures()).toEqual([])
  })

  it.for([
    ['neither', '', '', []],
    ['Google alone', 'google-app', '', ['accounts.google.com']],
    ['Facebook alone', '', '1234567890', ['connect.facebook.net']],
  ] as const)(
    'offer %s where that is set, and load no script of the other @LO-01 @EN-01',
    async ([, google, facebook, hosts]) => {
      await open([
        { name: 'google_id', value: { web: google } },
        { name: 'facebook_id', value: facebook },
      ])
      await until(() => expect(find('p', 'The form')).toBeTruthy())
      await until(() => expect(scripts()).toEqual(hosts))
      expect(document.querySelectorAll('section[aria-label="Other ways to sign in"]')).toHaveLength(
        hosts.length > 0 ? 1 : 0,
      )
      expect(document.body.textContent.includes('CONTINUE WITH FACEBOOK')).toBe(facebook !== '')
    },
  )
})

it.each([true, false])('signing up is offered beside signing in only where it is on (%s)', async (enable) => {
  const copy = siteCopy({ settings: { my_account: { enable } } })
  await show(sitePage({ '/login': () => <LoginScreen /> }, { at: '/login', copy }).page)
  await until(() => find('a', 'FORGOT PASSWORD?'))
  const named = [...document.querySelectorAll('a')].filter((one) => one.textContent === 'CREATE AN ACCOUNT')
  expect(named).toHaveLength(enable ? 1 : 0)
})

it.each([
  ['/forgotpassword', 'FORGOT PASSWORD?'],
  ['/resendunlock', 'Resend unlock code'],
])('an address typed for the sign-in is filled in at %s', async (path, link) => {
  const locked = { message: 'This account is locked.', code: 'locked', errors: [] }
  const signIn = (): Promise<void> =>
    Promise.reject(new AppError('refused', locked.message, { problem: locked }))
  const { page } = sitePage(
    {
      '/login': () => <LoginScreen />,
      '/forgotpassword': () => <ForgotPasswordScreen />,
      '/resendunlock': () => <ResendUnlockScreen />,
    },
    { at: '/login', services: { session: { signIn } as never } },
  )
  await show(page)
  await fill(await until(() => find<HTMLInputElement>('input[name=username]')), 'ada@example.com')
  await fill(find<HTMLInputElement>('input[name=password]'), 'not quite it')
  await press(find('button', 'LOGIN'))
  await press(await until(() => find('a', link)))
  await until(() => find('h1', path === '/resendunlock' ? 'RESEND UNLOCK CODE?' : 'FORGOT PASSWORD'))
  expect(find<HTMLInputElement>('input[name=email]').value).toBe('ada@example.com')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('not quite it')
})

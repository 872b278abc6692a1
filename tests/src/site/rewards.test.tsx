// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import type { User } from '#contract/schemas/user.ts'
import { RewardsScreen } from '#features/rewards/screens/rewards-screen.tsx'
import { AppError } from '#lib/errors/app-error.ts'
import { takePreviousPath } from '#lib/query/session-marks.ts'
import { user } from '../support/account.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

afterEach(() => setTranslation(undefined))

const rewards: NonNullable<User['rewards']> = {
  is_rewards_on: true,
  summary: {
    current_points: 120,
    points_to_next_reward: 80,
    points_needed: 200,
    reward_message: '80 more points to the next reward',
  },
  reward: [
    { id: 'r1', name: '$5 off', amount_pretty: '$5.00', end: '12/24/2026' },
    { id: 'r2', name: '$10 off', amount_pretty: '$10.00', end: '01/31/2027' },
  ],
  point_expiration: [{ points_expiring: 1500, date: '12/31/2026' }],
}
const howTo = {
  name: 'reward_page',
  value: { header: 'A point a dollar', text: '<p>Eat, and it adds up.</p>' },
}

const open = (who: User | undefined) =>
  show(
    sitePage(
      { '/': () => <RewardsScreen /> },
      { copy: siteCopy({ configurations: [howTo] }), ...(who && { user: who }) },
    ).page,
  )
const rowsOf = (heading: string) =>
  [...find('section', heading).querySelectorAll('li')].map((row) =>
    [...row.children].map((part) => part.textContent),
  )

describe('the rewards of a member', () => {
  it('are listed with their last day, beside the points, and those that expire @RA-01 @EN-48', async () => {
    await open(user({ rewards }))
    await until(() => expect(find('section', 'Current rewards').textContent).toContain('$5 off'))
    expect(rowsOf('Current rewards')).toEqual([
      ['$5 off', 'Expires on 12/24/2026'],
      ['$10 off', 'Expires on 01/31/2027'],
    ])
    expect(rowsOf('Points expiring soon')).toEqual([['1,500 points', '12/31/2026']])
    expect(find('section', 'My points').textContent).toContain('80 more points to the next reward')
    expect(find('section', 'A point a dollar').textContent).toContain('Eat, and it adds up.')
  })

  it('are in the page’s language, the restaurant’s sentence among it, and one point is one', async () => {
    setTranslation(es)
    const summary = { ...rewards.summary!, reward_message: '80 more points until your next reward.' }
    const point_expiration = [{ points_expiring: 1, date: '12/31/2026' }]
    await open(user({ rewards: { ...rewards, summary, point_expiration } }))
    await until(() =>
      expect(find('section', 'Mis puntos').textContent).toContain(
        'Te faltan 80 puntos para tu próxima recompensa.',
      ),
    )
    expect(document.body.textContent).toMatch(/1 punto31 dic 2026/)
    expect(document.body.textContent).toContain(' / 200 puntos')
  })

  it('say where they are used, if the restaurant takes orders', async () => {
    const settings = { meals: { online_orders: { enable: true } } }
    const copy = siteCopy({ settings })
    await show(sitePage({ '/': () => <RewardsScreen /> }, { copy, user: user({ rewards }) }).page)
    await until(() => find('section', 'Current rewards').querySelector('li')!.textContent)
    expect(find('section', 'Current rewards').textContent).toContain('at the payment step of your order')
    expect(find('a', 'START AN ORDER').getAttribute('href')).toBe('/order')
  })

  it('are not called none while they are loading, or if they could not be read', async () => {
    const { page } = sitePage(
      { '/': () => <RewardsScreen /> },
      {
        user: user(),
        services: { readUser: async () => await Promise.reject(new AppError('failed', 'no answer')) },
      },
    )
    await show(page)
    await until(() => expect(document.body.textContent).toContain('Your points couldn’t be loaded'))
    expect(document.body.textContent).not.toContain('No current rewards or offers.')
  })

  it('have the restaurant’s name for them as the heading @EN-08', async () => {
    const settings = { consumer_application_settings: { rewards_page_name: 'Regulars' } }
    await show(sitePage({ '/': () => <RewardsScreen /> }, { copy: siteCopy({ settings }) }).page)
    await until(() => expect(find('h1').textContent).toBe('Regulars'))
  })

  it('have no progress when the restaurant has no goal @RA-01 @RO-02', async () => {
    await open(user({ rewards: { ...rewards, is_rewards_on: false, reward: [], point_expiration: [] } }))
    await until(() => expect(find('section', 'A point a dollar')).toBeTruthy())
    await until(() => expect(document.querySelector('[role=status]')).toBeNull())
    expect(document.querySelector('section[aria-label="My points"]')).toBeNull()
    expect(document.querySelector('[role=progressbar], progress')).toBeNull()
    expect(document.body.textContent).not.toContain('SIGN UP!')
    expect(document.body.textContent).toContain('No current rewards or offers.')
    expect(document.body.textContent).toContain('Information unavailable.')
  })
})

describe('the rewards of an unknown guest', () => {
  it('explain themselves, in the restaurant’s words or without any, and offer an account @RA-01 @RO-01', async () => {
    const page = { ...howTo, value: { ...howTo.value, sign_up_text: 'Takes a minute.' } }
    const copy = siteCopy({ configurations: [page] })
    await show(sitePage({ '/': () => <RewardsScreen /> }, { copy }).page)
    await until(() =>
      expect(find('section', 'Start earning points').textContent).toContain('Takes a minute.'),
    )
    expect(document.body.textContent).toContain('Eat, and it adds up.')
    expect(document.body.textContent).toContain('Sign in to see your rewards and points here.')
  })

  it('are explained even when the restaurant has not written anything', async () => {
    await show(sitePage({ '/': () => <RewardsScreen /> }, { copy: siteCopy() }).page)
    await until(() =>
      expect(find('section', 'How it works').textContent).toContain('earn points with their orders'),
    )
    expect(find('section', 'Start earning points').textContent).toContain('An account is free.')
  })

  it('say nothing in the restaurant’s place while its words are still to come', async () => {
    const withoutWords = { value: siteCopy(), savedAt: 0 }
    const { page } = sitePage(
      { '/': () => <RewardsScreen /> },
      { readLocation: (show) => (show(withoutWords), new Promise<never>(() => undefined)) },
    )
    await show(page)
    await until(() => expect(find('section', 'Current rewards').textContent).toContain('No current rewards'))
    expect(document.body.textContent).not.toContain('earn points with their orders')
    expect(document.body.textContent).not.toContain('An account is free.')
  })

  it('are not asked to sign up where nobody can', async () => {
    const settings = { my_account: { enable: false } }
    await show(sitePage({ '/': () => <RewardsScreen /> }, { copy: siteCopy({ settings }) }).page)
    await until(() => find('section', 'Start earning points'))
    expect(document.body.textContent).not.toContain('SIGN UP!')
  })

  it.each([
    ['SIGN UP!', '/signup'],
    ['SIGN IN', '/login'],
  ])('%s leads to %s, and back to the rewards from there', async (way, to) => {
    const screens = { '/': () => <RewardsScreen />, [to]: () => <p>{`At ${to}`}</p> }
    await show(sitePage(screens, { copy: siteCopy() }).page)
    await until(() => find('button', way))
    await press(find('button', way))
    await until(() => expect(document.body.textContent).toContain(`At ${to}`))
    expect(takePreviousPath()).toBe('/rewards')
  })
})

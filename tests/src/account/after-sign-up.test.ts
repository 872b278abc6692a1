// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { forgetAfterSignUp, keepAfterSignUp, takeAfterSignUp } from '#features/account/after-sign-up.ts'
import { sessionEntries } from '#db/names.ts'
import { keepPreviousPath, takePreviousPath } from '#lib/query/session-marks.ts'

const hour = 60 * 60 * 1000

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** The email's link opens another tab. */
const inNewTab = (): void => sessionStorage.clear()

it('leads back to where the sign-up began, from the tab of the email’s link, once', () => {
  keepPreviousPath('/gift/abc')
  keepAfterSignUp(0)
  inNewTab()
  takeAfterSignUp(hour)
  expect(takePreviousPath()).toBe('/gift/abc')
  takeAfterSignUp(hour)
  expect(takePreviousPath()).toBeUndefined()
})

it('does not do so a day later, or if this tab has stored a path of its own', () => {
  keepPreviousPath('/rewards')
  keepAfterSignUp(0)
  inNewTab()
  takeAfterSignUp(24 * hour)
  expect(takePreviousPath()).toBeUndefined()
  keepPreviousPath('/rewards')
  keepAfterSignUp(0)
  inNewTab()
  keepPreviousPath('/ordercart')
  takeAfterSignUp(hour)
  expect(takePreviousPath()).toBe('/ordercart')
})

it('forgets the previous path if the next visit has none, and paths of other sites', () => {
  keepPreviousPath('/rewards')
  keepAfterSignUp(0)
  inNewTab()
  keepAfterSignUp(1)
  takeAfterSignUp(hour)
  expect(takePreviousPath()).toBeUndefined()
  localStorage.setItem('after_sign_up', '{"path": 5')
  takeAfterSignUp(hour)
  expect(takePreviousPath()).toBeUndefined()
})

it('keeps as much of the address as may be kept, and nothing once somebody has signed in', () => {
  keepPreviousPath('/gift/abc?token=1')
  keepAfterSignUp(0)
  expect(localStorage.getItem('after_sign_up')).not.toContain('token')
  forgetAfterSignUp()
  inNewTab()
  takeAfterSignUp(hour)
  expect(takePreviousPath()).toBeUndefined()
})

it('is deleted at sign-out with everything personal', () => {
  expect(sessionEntries).toContain('after_sign_up')
})

// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import type { User } from '#contract/schemas/user.ts'
import { AccountDetails } from '#features/account/components/account-details.tsx'
import { user } from '../support/account.ts'
import { show, until } from '../support/screen.tsx'

const nothing = (): void => undefined

async function open(hasPassword: boolean, given: Partial<User> = {}): Promise<string> {
  const component = () => (
    <AccountDetails
      user={user({ hasPassword, ...given })}
      savedAt={undefined}
      onEdit={nothing}
      onPassword={nothing}
    />
  )
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await show(<RouterProvider router={router} />)
  await until(() => expect(document.querySelector('h2')?.textContent).toBe('Hello, Ada Guest'))
  return document.body.textContent
}

describe('the details of an account', () => {
  it('greet by name and show every detail @AC-02 @EN-47', async () => {
    await open(false, {
      phone: '2125550188',
      address: '1 Main Street',
      address2: 'Floor 2',
      city: 'New York',
      state: 'NY',
      zip: '10011',
      dob: '12/31/1990',
      linked_accounts: [{ provider: 'facebook' }, { provider: 'google' }],
    })
    const rows = [...document.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling!.textContent,
    ])
    expect(rows).toEqual([
      ['Name', 'Ada Guest'],
      ['Email', 'ada@example.com'],
      ['Phone', '(212) 555-0188'],
      ['Address', '1 Main Street, Floor 2, New York, NY 10011'],
      ['Birthday', '12/31/1990'],
      ['Account created on', '11/20/2026'],
      ['Linked accounts', 'Facebook, Google'],
    ])
  })

  it('have a password, and a way to change it, only for a member who has one @AC-03 @AC-04', async () => {
    const withPassword = await open(true)
    expect(withPassword).toContain('Password••••••••')
    expect(withPassword).toContain('CHANGE PASSWORD')
  })

  it('have none for a member who signs in only with Google or Facebook @AC-03 @AC-04 @RO-02', async () => {
    const without = await open(false)
    expect(without).not.toMatch(/password/i)
    expect(without).toContain('EDIT')
  })
})

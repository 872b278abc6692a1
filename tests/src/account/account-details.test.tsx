// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { AccountDetails } from '#features/account/components/account-details.tsx'
import { user } from '../support/account.ts'
import { show, until } from '../support/screen.tsx'

const nothing = (): void => undefined

async function open(hasPassword: boolean): Promise<string> {
  const component = () => (
    <AccountDetails user={user({ hasPassword })} savedAt={undefined} onEdit={nothing} onPassword={nothing} />
  )
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await show(<RouterProvider router={router} />)
  await until(() => expect(document.querySelector('h2')?.textContent).toBe('Hello, Ada Guest'))
  return document.body.textContent
}

describe('the details of an account', () => {
  it('have a password, and a way to change it, only for whoever has one @AC-03', async () => {
    const withPassword = await open(true)
    expect(withPassword).toContain('Password••••••••')
    expect(withPassword).toContain('CHANGE PASSWORD')
  })

  it('have none for whoever signs in by Google or Facebook alone @AC-03', async () => {
    const without = await open(false)
    expect(without).not.toMatch(/password/i)
    expect(without).toContain('EDIT')
  })
})

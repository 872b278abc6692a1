// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { keepPersonal } from '#app/keep-personal.ts'

it('a member’s data is requested on the screen after the login, not on the login screen, where a session ends', () => {
  const session = createSessionStore()
  let path = '/login'
  let changed = (): void => {}
  const fetchAll = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const parts = { portal: { session }, queryClient: createQueryClient(), services: {} as Services }
  keepPersonal(parts, { path: () => path, onChange: (run) => (changed = run) }, fetchAll)
  session.set({ state: 'user', principal: 'user:ada', email: 'ada@example.test' })
  expect(fetchAll).not.toHaveBeenCalled()
  path = '/'
  changed()
  expect(fetchAll).toHaveBeenCalledOnce()
  changed()
  expect(fetchAll).toHaveBeenCalledOnce()
})

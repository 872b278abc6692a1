// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Waiting } from '#features/checkout/components/waiting.tsx'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { find, press, show } from '../support/screen.tsx'

describe('changes that the server has not received', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('can be tried at once with a button when they take longer than some seconds', async () => {
    const done: string[] = []
    const outbox = {
      where: () => ({ equals: () => ({ modify: async () => void done.push('woken') }) }),
    }
    const services = {
      db: { outbox },
      locationId: 'tavola-nyc',
      flush: async () => void done.push('sent'),
    } as unknown as Services
    await show(
      <PortalContext value={{ load: async () => services } as unknown as Portal}>
        <QueryClientProvider client={createQueryClient()}>
          <Waiting reach="reachable" unread={undefined} estimated />
        </QueryClientProvider>
      </PortalContext>,
    )
    const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent)
    expect([buttons(), find('[role=status]').textContent]).toEqual([
      [],
      'One secondYour last changes are on their way to the restaurant.',
    ])
    await act(async () => void (await vi.advanceTimersByTimeAsync(5000)))
    expect(buttons()).toEqual(['TRY NOW'])
    await press(find('button', 'TRY NOW'))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    expect(done).toEqual(['woken', 'sent'])
  })
})

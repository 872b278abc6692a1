// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest'
import { useNow } from '#lib/time/use-now.ts'
import { show } from '../support/screen.tsx'

const Now = () => <p>{useNow()}</p>
const shown = () => Number(document.querySelector('p')?.textContent)

it('is the time of who asks first, not of when the page was opened', async () => {
  const later = Date.now() + 60 * 60_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  await show(<Now />)
  await vi.waitFor(() => expect(shown()).toBe(later))
})

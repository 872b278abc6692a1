// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { LanguageSwitch } from '#features/layout/components/language-switch.tsx'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { find, press, show, until } from '../support/screen.tsx'

it('the language stays as it was where the device’s part cannot be loaded, and can be tried again', async () => {
  const portal = { load: async () => await Promise.reject(new Error('no chunk')) } as unknown as Portal
  await show(
    <PortalContext value={portal}>
      <LanguageSwitch />
    </PortalContext>,
  )
  await press(find('button', 'Español'))
  await until(() => expect(find('[role=status]').textContent).toMatch(/^You’re offline/))
  expect(find<HTMLButtonElement>('button', 'Español').disabled).toBe(false)
})

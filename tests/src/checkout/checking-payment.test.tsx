// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { CheckingPayment } from '#shared/forms/checking-payment.tsx'
import { find, show } from '../support/screen.tsx'

it('the notice of a payment whose answer never came takes the focus of the pressed button, and is announced (N2)', async () => {
  await show(
    <CheckingPayment busy={false} failure={undefined} onCheck={() => undefined} onRepeat={undefined} />,
  )
  expect(document.activeElement?.textContent).toBe('Checking your payment…')
  expect(find('[role=status]').textContent).toContain('Please do not pay again')
})

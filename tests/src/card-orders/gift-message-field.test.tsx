// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { GiftMessageField } from '#shared/forms/gift-message-field.tsx'
import { find, show } from '../support/screen.tsx'

it.each([
  [500, '0 characters left'],
  [499, '1 character left'],
  [498, '2 characters left'],
])('a message of %i characters: %s', async (length, left) => {
  await show(<GiftMessageField message={'x'.repeat(length)} onType={() => undefined} />)
  expect(find('label', /Personal message/).closest('div')?.textContent).toContain(left)
})

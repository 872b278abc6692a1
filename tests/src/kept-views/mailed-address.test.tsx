// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { Mailed } from '#features/account/components/mailed.tsx'
import { captureView } from '#lib/paint/kept-view.ts'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
  Object.assign(document, { adoptedStyleSheets: [] })
})

it('the address that was just emailed is not kept for the next launch, which may be somebody else’s', async () => {
  const Screen = () => (
    <main>
      <h1>FORGOT PASSWORD</h1>
      <Mailed email="ada@example.com" send={async () => ''} />
    </main>
  )
  await show(sitePage({ '/': Screen }).page)
  await until(() => expect(find('main').textContent).toContain('ada@example.com'))
  const { markup } = captureView(document.body)!
  expect(markup).toContain('FORGOT PASSWORD')
  expect(markup).not.toContain('ada@example.com')
})

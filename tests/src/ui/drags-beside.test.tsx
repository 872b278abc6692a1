// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SavedDialog } from '#features/ordering/components/saved-dialog.tsx'
import { ignoreDragsBeside } from '#lib/paint/drags-beside.ts'
import type { ViewLine, ViewTotals } from '#lib/sync/ticket-view-types.ts'
import { Dialog } from '#lib/ui/dialog.tsx'
import { sitePage } from '../support/site.tsx'
import { find, press, say, setMedia, show, until } from '../support/screen.tsx'

/** Every dialog is closed by a tap beside it, and not by a drag that ends there (lib/paint/drags-beside.ts). */

beforeAll(() => ignoreDragsBeside(document))
beforeEach(() => setMedia({}))

const down = () => new MouseEvent('pointerdown', { bubbles: true })
const closed = vi.fn<() => void>()
const margherita = { name: 'Margherita', quantity: 1, unitCents: 1600, modifiers: [] } as Partial<ViewLine>
const totals = { totalCents: 1742, subTotalCents: 1600, estimated: false, complete: true } as ViewTotals
const dialogs = {
  'of the kit': () => (
    <Dialog open onClose={closed} title="A question">
      <p>Some words</p>
    </Dialog>
  ),
  'of what was added': () => (
    <SavedDialog
      edited={false}
      line={margherita as ViewLine}
      totals={totals}
      waiting={false}
      openedBy={undefined}
      onClose={closed}
      onMore={undefined}
    />
  ),
}

describe.each(Object.entries(dialogs))('a dialog %s', (_name, Shown) => {
  it('stays where a drag from inside ends beside it, and closes on a tap there', async () => {
    closed.mockClear()
    await show(sitePage({ '/': () => <Shown /> }, { at: '/' }).page)
    const dialog = await until(() => find<HTMLDialogElement>('dialog[open]'))
    await say(dialog.querySelector('h2')!, down())
    // The browser sends the click to the element that contains both ends of the drag.
    await press(dialog)
    expect(closed).not.toHaveBeenCalled()
    await say(dialog, down())
    await press(dialog)
    expect(closed).toHaveBeenCalledOnce()
  })
})

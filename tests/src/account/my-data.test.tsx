// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { MyData } from '#features/account/components/my-data.tsx'
import type { Api } from '#lib/api/client.ts'
import { user } from '../support/account.ts'
import { newDatabaseName } from '../support/device.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

const exported = {
  made_at: '2026-11-20T12:00:00.000Z',
  restaurant: 'Tavola',
  account: 'ada',
  tables: { users: [{ id: 'ada' }] },
  unavailable: [],
}

/** A home-screen app on an iPhone, with the answers that its share sheet gives, one after the other. */
const share = vi.fn<(data: ShareData) => Promise<void>>()
const refusal = (name: string) => new DOMException('no', name)
let db: LarderDatabase
beforeEach(async () => {
  setMedia({})
  document.body.replaceChildren()
  Object.assign(navigator, { standalone: true, share })
  db = await openDatabase(newDatabaseName())
  await open()
})
afterEach(() => {
  share.mockReset()
  for (const name of ['standalone', 'share']) Reflect.deleteProperty(navigator, name)
  db.close()
})

async function open(): Promise<void> {
  const { location, ...rest } = siteCopy()
  const copy = { ...rest, location: { ...location, api_extensions: ['own_data'] } }
  const services = { db, api: { send: async () => exported } as unknown as Api }
  const screen = () => <MyData onDelete={() => undefined} />
  await show(sitePage({ '/account': screen }, { at: '/account', user: user(), copy, services }).page)
}

const text = (): string => document.body.textContent
const getData = async () => await press(await until(() => find('button', 'GET MY DATA')))
const saveButton = () => find('button', 'SAVE THE FILE')

describe('one’s own data in a home-screen app of an iPhone', () => {
  it('goes to the share sheet, and is called saved once it is', async () => {
    let take = (): void => undefined
    share.mockReturnValue(new Promise((resolve) => (take = resolve)))
    await getData()
    await until(() => expect(share).toHaveBeenCalledOnce())
    expect(text()).not.toContain('Your file is saved')
    take()
    await until(() => expect(text()).toContain('Your file is saved'))
    const [file] = share.mock.calls[0]![0].files!
    expect(file!.name).toBe('tavola-my-data-2026-11-20.json')
    expect(file!.size).toBeGreaterThan(JSON.stringify(exported).length)
  })

  it('is saved with a second tap when the first was too long ago', async () => {
    share.mockRejectedValueOnce(refusal('NotAllowedError')).mockResolvedValueOnce()
    await getData()
    await until(() => expect(text()).toContain('Your file is ready.'))
    expect(text()).not.toContain('Your file is saved')
    await press(saveButton())
    await until(() => expect(text()).toContain('Your file is saved'))
    expect(share.mock.calls[1]).toEqual(share.mock.calls[0])
    expect(text()).not.toContain('SAVE THE FILE')
  })

  it('is not called saved, without an error, when the share sheet is closed', async () => {
    share.mockRejectedValueOnce(refusal('AbortError'))
    await getData()
    await until(() => expect(saveButton()).toBeTruthy())
    expect(text()).not.toMatch(/Your file is|Error/)
  })
})

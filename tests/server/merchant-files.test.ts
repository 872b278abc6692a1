import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { everybody, linkIn, newAddress, organization, signUp } from './support/members.ts'
import { startOrder } from './support/orders.ts'

/** How a merchant's own files appear in the server's answers. */

describe('what stands in a merchant’s files', () => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(databases[0]!, { verification: everybody })
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  it('a password link leads to the admin’s address, even when that is no host of the portal @AU-16', async () => {
    larder.change('tavola', (document) => ({
      ...document,
      host: { ...document.host, adminURL: 'https://office.tavola-group.example:8443/people' },
    }))
    const email = newAddress()
    await signUp(larder, email)
    for (const destination of [
      '',
      'https://office.tavola-group.example:8443/people/resetpassword',
      'https://evil.example/',
    ]) {
      const body = { email, destination, organization_id: organization }
      expect((await guest.send('POST', '/user/sendpasswordreset', body)).status).toBe(200)
      const { origin, pathname } = linkIn(larder.emails.at(-1))
      expect(origin + pathname).toBe('https://office.tavola-group.example:8443/resetpassword')
    }
  })

  it('a delivery costs $0.00 when no fee is set @BC-19', async () => {
    larder.change('tavola', (document) => ({
      ...document,
      ordering: { ...document.ordering, deliveryChargeCents: 0 },
    }))
    const { id } = await startOrder(guest)
    const order = await guest.ticket('PUT', ticketPath(id), { use_delivery: true, use_curbside: false })
    expect(order.settings.delivery_charge).toBe('$0.00')
    expect(order.totals).toMatchObject({ sub_total: '$16.00', tax: '$1.42', total: '$17.42', due: '$17.42' })
  })
})

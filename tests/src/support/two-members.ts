import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { embedded } from './embedded.ts'

/** A server with two members, to be closed by its test. */
export async function startWithMembers(): Promise<{ larder: TestLarder; ada: Member; ben: Member }> {
  const larder = await startTestLarder(embedded, { verification: everybody })
  return {
    larder,
    ada: await Member.new(larder),
    ben: await Member.new(larder, { first_name: 'Ben' }),
  }
}

/** Dinner time, without unplaced orders: one that an earlier test left would come back to its member. */
export async function beginAnotherDinner(larder: TestLarder): Promise<void> {
  larder.clock.set(dinnerTime)
  await larder.database.query("UPDATE tickets SET status = 'Expired' WHERE status = 'Open'")
}

// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { AppError } from '#lib/errors/app-error.ts'
import { explain, lostAnswerText } from '#lib/errors/explain.ts'
import { type RepeatKey, useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { nextUuid } from '../support/device.ts'
import { show } from '../support/screen.tsx'

async function openForm(): Promise<{ send: (content: string, outcome?: AppError) => string }> {
  let keys: RepeatKey
  const Form = () => {
    keys = useRepeatKey()
    return null
  }
  await show(<Form />)
  return {
    send(content, outcome) {
      const key = keys.keyOf({ ids: { uuid: nextUuid, secret: nextUuid } }, content)
      keys.noteOutcome(outcome)
      return key
    },
  }
}

const unanswered = new AppError('timeout', 'no answer')
const refused = (status: number, code: string): AppError =>
  new AppError(status === 401 ? 'unauthorized' : 'refused', 'no', {
    status,
    problem: { errors: [], message: 'no', code },
  })

it.each([
  ['a session that ended', refused(401, 'unauthorized')],
  ['too many tries', new AppError('busy', 'later', { status: 429 })],
  ['a second factor that is required', refused(403, 'step_up_required')],
  [
    'a second factor that was abandoned',
    new AppError('refused', 'no', { problem: { errors: [], message: 'no', code: 'step_up_given_up' } }),
  ],
  ['a part of the portal that was switched off', refused(403, 'not_offered')],
  ['no network', new AppError('offline', 'no network')],
])(
  'a call that may have taken effect keeps its key over %s, until the server has said what happened',
  async (_of, between) => {
    const form = await openForm()
    const first = form.send('a gift', unanswered)
    expect(form.send('a gift', between)).toBe(first)
    expect(form.send('a gift', refused(409, 'already_submitted'))).toBe(first)
    expect(form.send('a gift')).not.toBe(first)
  },
)

it('a call that was refused at its first try is another change when it is tried again, and so is other content', async () => {
  const form = await openForm()
  const first = form.send('a gift', refused(401, 'unauthorized'))
  const second = form.send('a gift', unanswered)
  expect(second).not.toBe(first)
  expect(form.send('another gift')).not.toBe(second)
})

const answered503 = (code: string): AppError =>
  new AppError('busy', 'later', { status: 503, problem: { errors: [], message: 'later', code } })

it('a call that met a database that was down keeps its key: it may have been stored', async () => {
  const form = await openForm()
  const first = form.send('a gift', answered503('unavailable'))
  expect(form.send('a gift', refused(401, 'unauthorized'))).toBe(first)
  expect(form.send('a gift')).toBe(first)
})

it('a call that the server says it did not carry out is another change the next time', async () => {
  const form = await openForm()
  const first = form.send('an order', answered503('ordering_paused'))
  expect(form.send('an order')).not.toBe(first)
})

it('a second copy that did not leave the device says nothing of the first, whose answer was lost', async () => {
  const form = await openForm()
  form.send('a gift', new AppError('timeout', 'no answer', { mayBeDone: true }))
  const unsent = (): AppError => new AppError('offline', 'no network', { unsent: true })
  const [second, other] = [unsent(), unsent()]
  form.send('a gift', second)
  expect(explain(second)).toEqual([lostAnswerText])
  form.send('another gift', other)
  expect(explain(other)).not.toEqual([lostAnswerText])
})

import { expect, it, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createApi } from '#lib/api/client.ts'
import { fetchNet, type NetAnswer } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { explain, lostAnswerText } from '#lib/errors/explain.ts'

const offlineText = 'You’re offline. Try again when you have a signal.'

/** The text shown after a call that failed in this way. */
async function wordsAfter(endpoint: Endpoint, met: AppError | Partial<NetAnswer>): Promise<string[]> {
  const answer = { status: 200, header: () => null, text: '', ...met }
  const net = {
    send: async () => {
      if (met instanceof AppError) throw met
      return answer
    },
  }
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'one']),
  )
  const calling = createApi({ net, base: '/api', locationId: 'tavola-nyc' }).send(endpoint, {
    params,
    key: 'key',
  })
  const cause: unknown = await calling.catch((error: unknown) => error)
  return cause instanceof AppError ? explain(cause) : [String(cause)]
}

const named = Object.entries<Endpoint>(endpoints)
/** The calls that are sent while somebody waits for the result, and never later. */
const pressed = named.filter(([, { queue }]) => queue === 'never')

/** Calls that may be repeated after a lost answer without harm. A call that changes something does not belong here. */
const leavesNothing = [
  'signIn',
  'signInFacebook',
  'signInGoogle',
  'refreshToken',
  'createEphemeralKey',
  'listCardsByPost',
  'checkBalanceByPost',
  'checkLink',
  'findOrders',
  'findCards',
  'signInSecondStep',
  'beginStepUp',
  'stepUp',
  'beginPasskey',
  'beginApp',
]

it('only searches, sign-ins and first steps are shown as plain failures when their answer is lost', () => {
  const names = named.filter(([, one]) => one.leavesNothing).map(([name]) => name)
  expect(names.toSorted()).toEqual(leavesNothing.toSorted())
})

it.each(pressed.filter(([name]) => !leavesNothing.includes(name)))(
  'a lost answer to %s is reported as unknown, and nobody is asked to press again blindly',
  async (_name, endpoint) => {
    for (const kind of ['offline', 'timeout'] as const)
      expect(await wordsAfter(endpoint, new AppError(kind, 'no answer'))).toEqual([lostAnswerText])
    expect(await wordsAfter(endpoint, { status: 504 })).toEqual([lostAnswerText])
    // The server made the change, and its answer cannot be read.
    expect(await wordsAfter(endpoint, { header: () => 'req-1', text: 'nothing' })).toEqual([lostAnswerText])
  },
)

it.each(named.filter(([name, { queue }]) => queue !== 'never' || leavesNothing.includes(name)))(
  'no answer to %s is no network: nothing that was pressed hangs on it',
  async (_name, endpoint) => {
    expect(await wordsAfter(endpoint, new AppError('offline', 'no answer'))).toEqual([offlineText])
  },
)

const change = endpoints.changePassword

it('a call that never left the device is reported as that', async () => {
  expect(await wordsAfter(change, new AppError('offline', 'no answer', { unsent: true }))).toEqual([
    offlineText,
  ])
  // The login page of a Wi-Fi network: no server of the restaurant was reached.
  expect(await wordsAfter(change, { text: '<html>' })).toEqual(['You may need to sign in to this Wi-Fi.'])
})

it('a refusal, and a failure that the restaurant speaks of itself, keep their own words', async () => {
  const json = { errors: [{ message: 'Said by the server.' }], message: 'no', code: 'internal' }
  for (const status of [422, 500]) {
    const said = { status, header: () => 'application/json', text: JSON.stringify(json) }
    expect(await wordsAfter(change, said)).toEqual(['Said by the server.'])
  }
})

it.each([
  ['before and after the call', [false, false], true],
  ['before it alone', [false, true], false],
  ['after it alone', [true, false], false],
  ['never', [true, true], false],
] as const)('a browser that was offline %s', async (_when, [before, after], isUnsent) => {
  const { navigator } = globalThis
  let onLine: boolean = before
  vi.stubGlobal('navigator', {
    ...navigator,
    get onLine() {
      return onLine
    },
  })
  const net = fetchNet(async () => {
    onLine = after
    throw new TypeError('Failed to fetch')
  })
  const cause: unknown = await net
    .send({ method: 'POST', url: '/x', headers: {}, timeoutMs: 1000 })
    .catch((error: unknown) => error)
  vi.unstubAllGlobals()
  expect(cause).toMatchObject({ kind: 'offline', details: { unsent: isUnsent } })
})

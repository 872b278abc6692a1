// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import SecondStep from '#features/account/components/second-step.tsx'
import { createApi } from '#lib/api/client.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { findSecondStep } from '#lib/second-factor/proof-request.ts'
import type { Credentials } from '#lib/query/services.ts'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

const request = { challenge: 'a challenge of the server', ways: ['passkey', 'totp', 'recovery'] }
const refusal = (code: string, more: object) => {
  const message = 'One more step: please confirm that it is you.'
  return new AppError('refused', message, {
    status: 403,
    problem: { errors: [{ message }], message, code, ...more },
  })
}

describe('the second step of signing in', () => {
  it('findSecondStep reads the request from second_factor_required only', () => {
    expect(findSecondStep(refusal('second_factor_required', request))).toEqual(request)
    expect(findSecondStep(refusal('second_factor_required', {}))).toBeUndefined()
    expect(findSecondStep(refusal('locked', request))).toBeUndefined()
  })

  it('says who lets in somebody who has lost the phone and has no recovery codes', async () => {
    const nobody = (): void => undefined
    const { page } = sitePage({
      '/': () => (
        <SecondStep
          request={{ ...request, ways: ['totp'] }}
          email="ines@example.com"
          onSignedIn={nobody}
          onRefused={nobody}
          onBack={nobody}
        />
      ),
    })
    await show(page)
    await until(() =>
      expect(document.body.textContent).toContain(
        'Lost your phone? An owner can reset your two-step verification.',
      ),
    )
  })

  it('asks for a code where the browser has no passkeys, and sends it for the restaurant that asked', async () => {
    const sent: Credentials[] = []
    let wrong = true
    const steps: string[] = []
    const signIn = async (credentials: Credentials): Promise<void> => {
      sent.push(credentials)
      if (wrong)
        throw refusal('credentials_invalid', { errors: [{ field: 'code', message: 'Not that one.' }] })
    }
    const { page } = sitePage(
      {
        '/': () => (
          <SecondStep
            request={request}
            email="ines@example.com"
            onSignedIn={() => steps.push('signed in')}
            onRefused={() => undefined}
            onBack={() => steps.push('back')}
          />
        ),
      },
      { services: { session: { signIn } as never } },
    )
    await show(page)
    await fill(await until(() => find<HTMLInputElement>('input[name=one-time-code]')), '123456')
    await press(find('button', 'CONTINUE'))
    await until(() => expect(document.body.textContent).toContain('Not that one.'))
    expect(steps).toEqual([])
    wrong = false
    await press(find('button', 'Use a recovery code instead'))
    await fill(await until(() => find<HTMLInputElement>('input[name=recovery-code]')), ' abcde-fghjk ')
    await press(find('button', 'CONTINUE'))
    await until(() => expect(steps).toEqual(['signed in']))

    const calls: { url: string; body: unknown }[] = []
    const api = createApi({
      net: {
        async send({ url, body }) {
          calls.push({ url, body: JSON.parse(body!) })
          throw new AppError('offline', 'no answer')
        },
      },
      base: '/api',
      locationId: 'bella-nyc',
    })
    const last = sent.at(-1)!
    if (last.kind !== 'asked') throw new Error('signed in by something else')
    const place = { organization_id: 'o1', location_id: 'bella-nyc' }
    await expect(last.ask(api, { key: 'key-1', place })).rejects.toThrow('no answer')
    expect(calls).toEqual([
      {
        url: '/api/auth/secondstep',
        body: {
          challenge: 'a challenge of the server',
          proof: { kind: 'recovery', code: 'abcde-fghjk' },
          ...place,
        },
      },
    ])
    await press(find('button', 'Start again'))
    expect(steps).toEqual(['signed in', 'back'])
  })
})

// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { ResultBanner } from '#features/account/components/result-banner.tsx'
import type { Submission } from '#features/account/use-submission.ts'
import { AppError, type AppErrorDetails, type ErrorKind } from '#lib/errors/app-error.ts'
import { explain, lostAnswerText } from '#lib/errors/explain.ts'
import { show } from '../support/screen.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

const open = async (kind: ErrorKind, details: AppErrorDetails = {}) => {
  const error = new AppError(kind, 'no answer', details)
  const submission: Submission<unknown> = {
    submit: () => undefined,
    busy: false,
    done: undefined,
    input: undefined,
    messages: explain(error),
    error,
    problemOf: () => undefined,
    edited: () => undefined,
  }
  await show(<ResultBanner submission={submission} />)
  const banner = document.querySelector('[role=alert], [role=status]')!
  return [banner.getAttribute('role'), banner.textContent]
}

describe('the result of an account’s form', () => {
  it('is a calm sentence without a network: nothing is wrong with the form', async () => {
    expect(await open('offline')).toEqual(['status', 'You’re offline. Try again when you have a signal.'])
  })

  it('is one sentence when the answer was lost, and no error of the form', async () => {
    expect(await open('offline', { mayBeDone: true })).toEqual(['alert', lostAnswerText])
  })

  it('is an error under its heading otherwise', async () => {
    expect(await open('failed')).toEqual([
      'alert',
      'There were some errors with your submissionSomething went wrong on our side. Please try again.',
    ])
  })
})

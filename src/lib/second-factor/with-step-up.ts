import { t } from '#contract/language.ts'
import type { Api } from '#lib/api/client.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { Services } from '#lib/query/services.ts'
import { waysIn } from './proof-request.ts'

/** Asks the person to show that it is them. Resolves with whether they did. */
export type RequestProof = (ways: readonly string[]) => Promise<boolean>

/** The code of a call that its person gave up when they were asked who they are: nothing was done, and nothing is wrong. */
const givenUp = 'step_up_given_up'

/**
 * The services with calls that ask: one that is refused for want of a proof is sent again when it was shown, the very same under the same key. Given up, it
 * fails with the code `givenUp`.
 */
export function withStepUp(services: Services, ask: RequestProof): Services {
  const { api } = services
  const asking = async <T>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send()
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'step_up_required') throw cause
      if (!(await ask(waysIn(cause)))) throw leftAlone(cause)
    }
    return await send()
  }
  const askingApi: Api = {
    call: (endpoint, options) => asking(() => api.call(endpoint, options)),
    send: (endpoint, options) => asking(() => api.send(endpoint, options)),
  }
  return { ...services, api: askingApi }
}

function leftAlone(cause: AppError): AppError {
  const message = t('Nothing was changed.')
  return new AppError(
    'refused',
    message,
    { problem: { errors: [{ message }], message, code: givenUp } },
    { cause },
  )
}

/** True for a call that its person gave up: no screen needs to say so. */
export const isGivenUp = (error: unknown): boolean => error instanceof AppError && error.code === givenUp

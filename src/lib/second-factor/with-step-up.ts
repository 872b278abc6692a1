import { t } from '#contract/language.ts'
import type { Api } from '#lib/api/client.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { Services } from '#lib/query/services.ts'
import { waysIn } from './proof-request.ts'

/** Asks the person for proof of their identity. Resolves with whether they gave it. */
export type RequestProof = (ways: readonly string[]) => Promise<boolean>

/** The error code of a call that the person cancelled when asked for proof: nothing was done, and nothing is wrong. */
const givenUp = 'step_up_given_up'

/**
 * The services, with calls that ask for proof: a call that is refused without proof is repeated after it was given, unchanged and under the same key.
 * Canceled, it fails with the code `givenUp`.
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

/** True for a call that the person cancelled: no screen needs to show it. */
export const isGivenUp = (error: unknown): boolean => error instanceof AppError && error.code === givenUp

import { tavola, type TestLarder } from './larder.ts'

/** Answers the bank's request to authenticate a payment, as its guest does in the sandbox's window. Throws where the sandbox refuses that. */
export async function authenticate(
  larder: Pick<TestLarder, 'app'>,
  clientSecret: string,
  outcome: 'success' | 'failure' = 'success',
): Promise<void> {
  const answer = await larder.app.inject({
    method: 'POST',
    url: `/sandbox/payments/v1/payment_intents/${clientSecret.split('_secret_')[0]}/authenticate`,
    headers: { host: tavola.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      key: `pk_sandbox_${tavola.location}`,
      client_secret: clientSecret,
      outcome,
    }).toString(),
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

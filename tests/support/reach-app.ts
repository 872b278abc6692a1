import type { FastifyInstance } from 'fastify'
import type { Reach } from './spec-only-api/spec-only.ts'

/** Calls a server in this process, without a port. */
export const reachApp =
  (app: FastifyInstance, host: string): Reach =>
  async ({ method, path, headers, body }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, host },
      ...(body !== undefined && { payload: body }),
    })
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      text: answer.body,
    }
  }

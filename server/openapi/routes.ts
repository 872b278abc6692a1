import type { FastifyInstance } from 'fastify'
import { apiBase } from '#server/plugins/endpoints.ts'
import { type Prebuilt, prebuild, sendPrebuilt } from '#server/plugins/prebuilt.ts'
import { describeApi } from './document.ts'

/** Adds `GET /api/openapi.json`: the API's description (document.ts), generated at the first request, the same for every merchant, with an ETag. */
export function addApiDescription(app: FastifyInstance, version: string): void {
  let made: Prebuilt | undefined
  app.get(`${apiBase}/openapi.json`, (request, reply) => {
    made ??= prebuild(JSON.stringify(describeApi(version)), 'application/json; charset=utf-8')
    return sendPrebuilt(request, reply, made, { cacheControl: 'public, max-age=300' })
  })
}

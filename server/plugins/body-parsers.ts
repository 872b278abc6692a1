import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { checkStorable } from './storable.ts'
import { ProblemError } from './problems.ts'

/** The accepted bodies: JSON, or none (a DELETE). Nothing else, since another site's page can send a form, too. */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    return parseJson(request, text.toString(), (error, body: unknown) => {
      const fault = error ?? faultOf(body)
      if (fault) done(fault)
      else done(null, body)
    })
  })
  // An empty body has no type; a proxy may still forward it in chunks.
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    done(notTaken(request))
  })
}

/** Accepts forms in one part of the server: the card sandbox, like its original. */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      const body = Object.fromEntries(new URLSearchParams(text.toString()))
      const fault = faultOf(body)
      if (fault) done(fault)
      else done(null, body)
    },
  )
}

/** Accepts browsers' reports of policy violations, in the part of the server that takes them. */
export function addReportParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    (request, text, done) =>
      parseJson(request, text.toString(), (error, body: unknown) => {
        const fault = error ?? faultOf(body)
        if (fault) done(fault)
        else done(null, body)
      }),
  )
}

const notTaken = (request: FastifyRequest): Error =>
  new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? 'none')

function faultOf(body: unknown): ProblemError | undefined {
  try {
    checkStorable(body)
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { problemCodes } from '#contract/schemas/problem.ts'
import { describeApi } from '#server/openapi/document.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola } from './support/larder.ts'

type Operation = {
  operationId: string
  summary: string
  parameters: { $ref?: string; in?: string; name?: string }[]
  requestBody?: unknown
  responses: Record<string, unknown>
  'x-callers': string
  'x-requirements'?: string[]
  'x-problem-codes': string[]
}
type Document = { paths: Record<string, Record<string, Operation>>; info: { version: string } }

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const document = describeApi(version) as unknown as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const find = (id: string): Operation =>
  operations.find(({ operation }) => operation.operationId === id)!.operation
const bears = (operation: Operation, parameter: string): boolean =>
  operation.parameters.some(({ $ref }) => $ref === `#/components/parameters/${parameter}`)

describe('the API’s description', () => {
  it('is OpenAPI 3.1, by a validator that is not ours', async () => {
    const result = await new Validator().validate(document)
    expect(result).toMatchObject({ valid: true })
  })

  it('is committed as generated today: node scripts/openapi.mjs writes it', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(document)),
    )
  })

  it('has every call of the contract by its method and path, those that share one as one', () => {
    const wanted = new Set(
      Object.values(endpoints).map(
        ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
      ),
    )
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`))).toEqual(wanted)
    expect(operations).toHaveLength(wanted.size)
  })

  it('says for each call what it does, who may make it, and with which codes it refuses', () => {
    for (const { operation } of operations) {
      expect(operation.summary, operation.operationId).not.toBe('')
      expect(operation['x-callers']).toBeTypeOf('string')
      expect(operation['x-problem-codes']).toContain('internal')
      for (const code of operation['x-problem-codes']) expect(problemCodes).toContain(code)
    }
    expect(find('payTicket')['x-problem-codes']).toEqual(
      expect.arrayContaining(['price_changed', 'payment_declined', 'idempotency_mismatch', 'not_offered']),
    )
    expect(find('getLocation')['x-problem-codes']).not.toContain('unauthorized')
  })

  it('requires an idempotency key for every change, and for nothing else', () => {
    for (const { operation } of operations) {
      const isChange = endpoints[operation.operationId as keyof typeof endpoints].queue !== 'read'
      expect(bears(operation, 'idempotencyKey'), operation.operationId).toBe(isChange)
    }
  })

  it('names the requirements of the specification’s calls', () => {
    expect(find('payTicket')['x-requirements']).toEqual(['AT-15'])
    expect(find('updateTicket')['x-requirements']).toContain('AT-09')
    expect(find('getMenuBook')['x-requirements']).toBeUndefined()
  })

  it('is served to everybody, with a tag by which it is not sent twice', async () => {
    const larder = await startTestLarder(databases[0]!)
    try {
      const ask = (headers: Record<string, string> = {}) =>
        larder.app.inject({ url: '/api/openapi.json', headers: { host: tavola.host, ...headers } })
      const first = await ask()
      expect(first.statusCode).toBe(200)
      expect(first.json()).toEqual(JSON.parse(JSON.stringify(describeApi('0.1.414'))))
      expect(first.headers['cache-control']).toContain('public')
      expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
    } finally {
      await larder.close()
    }
  })
})

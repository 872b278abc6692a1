import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '#server/env.ts'
import { folderTexts } from '#server/ports/text-messages/folder-texts.ts'
import type { TextMessage } from '#server/ports/text-messages/text-messages.ts'
import { webhookTexts } from '#server/ports/text-messages/webhook-texts.ts'
import { testClock } from './support/larder.ts'

const message = (changes: Partial<TextMessage> = {}): TextMessage => ({
  id: 'd1',
  kind: 'gift-card',
  fromName: 'Tavola',
  to: '2125550147',
  text: 'Rosa sent you a gift card: https://tavola.example/gift/abc',
  ...changes,
})

describe('text messages without a webhook', () => {
  it('are readable files beside the emails, for the operator’s eyes alone', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'larder-texts-')), 'outgoing')
    const texts = folderTexts(folder, testClock())
    await texts.send(message())
    await texts.send(message())
    const files = readdirSync(folder).sort()
    expect(files).toEqual([
      '2026-11-20T23-00-00-000Z-text-gift-card-2125550147-2.txt',
      '2026-11-20T23-00-00-000Z-text-gift-card-2125550147.txt',
    ])
    expect(readFileSync(join(folder, files[1]!), 'utf8')).toBe(
      'From: Tavola\nText to: (212) 555-0147\n\nRosa sent you a gift card: https://tavola.example/gift/abc\n',
    )
    expect(statSync(join(folder, files[1]!)).mode & 0o077).toBe(0)
  })
})

describe('text messages through a webhook', () => {
  const servers: Server[] = []
  afterEach(async () => {
    await Promise.all(
      servers
        .splice(0)
        .map((server) => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)))),
    )
  })
  const webhook = async (
    answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  ): Promise<string> => {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => answer(request, response, body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return `http://127.0.0.1:${address.port}/texts`
  }

  it('are posted as JSON, with the secret, and with an id that stays the same', async () => {
    const heard: { method?: string | undefined; headers: IncomingMessage['headers']; body: unknown }[] = []
    const url = await webhook(({ method, headers }, response, body) => {
      heard.push({ method, headers, body: JSON.parse(body) as unknown })
      response.writeHead(202).end('taken')
    })
    await webhookTexts({ url, secret: 'shh' }).send(message())
    expect(heard).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: 'Bearer shh', 'idempotency-key': 'd1', 'content-type': 'application/json' },
        body: { id: 'd1', to: '+12125550147', from: 'Tavola', text: message().text },
      },
    ])
  })

  it('have failed with any answer but a 2xx, and are never carried elsewhere', async () => {
    const refused = await webhook((_request, response) => void response.writeHead(500).end())
    await expect(webhookTexts({ url: refused, secret: 'shh' }).send(message())).rejects.toThrow('500')
    let carried = 0
    const elsewhere = await webhook((_request, response) => {
      carried++
      response.end()
    })
    const moved = await webhook(
      (_request, response) => void response.writeHead(307, { location: elsewhere }).end(),
    )
    await expect(webhookTexts({ url: moved, secret: 'shh' }).send(message())).rejects.toThrow('fetch failed')
    expect(carried).toBe(0)
  })

  it('are not waited for longer than five seconds', async () => {
    const limits: number[] = []
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => {
      limits.push(ms)
      return timeout(20)
    }
    try {
      const silent = await webhook(() => undefined)
      await expect(webhookTexts({ url: silent, secret: 'shh' }).send(message())).rejects.toThrow('timeout')
    } finally {
      AbortSignal.timeout = timeout
    }
    expect(limits).toEqual([5000])
  })

  it('need an https address and a secret', () => {
    const set = { TEXT_WEBHOOK_URL: 'https://texts.example/send', TEXT_WEBHOOK_SECRET: 'shh' }
    expect(readSettings(set).texts).toEqual({ url: 'https://texts.example/send', secret: 'shh' })
    expect(readSettings({}).texts).toBeUndefined()
    expect(() => readSettings({ TEXT_WEBHOOK_URL: set.TEXT_WEBHOOK_URL })).toThrow('must be set together')
    expect(() => readSettings({ TEXT_WEBHOOK_SECRET: 'shh' })).toThrow('must be set together')
    expect(() => readSettings({ ...set, TEXT_WEBHOOK_URL: 'http://texts.example' })).toThrow(
      'must begin with https://',
    )
  })
})

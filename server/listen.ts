import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Settings, SettingsError } from '#server/env.ts'

type Address = Pick<Settings, 'host' | 'port'>

/**
 * Throws SettingsError where nothing can listen at the settings' address. Called before anything is written: a refused start must not change a database that
 * other servers use. If somebody takes the address afterwards, `listen` reports it.
 */
export async function checkAddress({ host, port }: Address): Promise<void> {
  const probe = createServer((socket) => socket.destroy())
  try {
    await once(probe.listen({ host, port }), 'listening')
  } catch (error) {
    throw addressFailure({ host, port }, error)
  }
  await new Promise((closed) => probe.close(closed))
}

/** Starts to answer. Throws SettingsError where the address is not available. */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw addressFailure({ host, port }, error)
  }
}

/** The system's refusal of an address, in words for the operator; other errors unchanged. */
function addressFailure({ host, port }: Address, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new SettingsError(`Port ${port} is in use. Stop what uses it, or choose another with PORT.`)
  if (code === 'EACCES')
    return new SettingsError(`Port ${port} may not be used by this user. Choose another with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new SettingsError(`HOST "${host}" is not an address of this machine.`)
  return error
}

import { describe, expect, it } from 'vitest'
import { argon2Passwords, placeholderHash } from '#server/ports/passwords.ts'

describe('passwords as a running server keeps them', () => {
  const parameters = (kept: string): string => kept.split('$').slice(0, 4).join('$')

  it('cost what is recommended for argon2id, and a person who is not there costs the same', async () => {
    const kept = await argon2Passwords.hash('seven green lanterns')
    expect(parameters(kept)).toBe('$argon2id$v=19$m=19456,t=2,p=1')
    expect(parameters(placeholderHash)).toBe(parameters(kept))
  })

  it('are right by what was typed, in any composition of its characters, and never of nobody', async () => {
    const kept = await argon2Passwords.hash('caf\u00e9 lanterns')
    expect(await argon2Passwords.verify(kept, 'cafe\u0301 lanterns')).toBe(true)
    expect(await argon2Passwords.verify(kept, 'cafe lanterns')).toBe(false)
    expect(await argon2Passwords.verify(undefined, 'cafe lanterns')).toBe(false)
  })
})

import { hash, verify } from '@node-rs/argon2'

/** Password hashing. Both functions take some ten milliseconds of CPU: never inside a database transaction. */
export type Passwords = {
  /** A password as it is stored. */
  hash(password: string): Promise<string>
  /** Whether a password matches the stored hash. Without a hash, it does the same work and returns false. */
  verify(kept: string | undefined, password: string): Promise<boolean>
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's own default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password that nobody knows, at the same cost: comparing with it always fails. */
export const placeholderHash =
  '$argon2id$v=19$m=19456,t=2,p=1$gDRXx8a0ZZSTYqh2gZsyrw$nG2Y0ekQJSSV6Aw1oOebzYSQJfwOymY0LND0R5yTm08'

/** The same characters typed on another keyboard may be composed differently in Unicode (NIST SP 800-63B §5.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC')

/**
 * Password hashing at a cost, which is stored with each hash.
 * @param work memory (KiB), passes and lanes of a hash
 * @param decoyHash a hash of the same cost, of a password that nobody knows
 */
export const passwordsAt = (work: typeof cost, decoyHash: string): Passwords => ({
  hash: (password) => hash(normal(password), work),
  verify: async (kept, password) => (await verify(kept ?? decoyHash, normal(password))) && kept !== undefined,
})

export const argon2Passwords: Passwords = passwordsAt(cost, placeholderHash)

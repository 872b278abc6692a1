import { passwordsAt } from '#server/ports/passwords.ts'

/** A thousandth of the real work: tests hash and compare hundreds of passwords. */
export const lightPasswords = passwordsAt(
  { memoryCost: 8, timeCost: 1, parallelism: 1 },
  '$argon2id$v=19$m=8,t=1,p=1$QXBqoSB7AZjDZN0l7YIN/g$ZhvqvMpU8rjRGAhcOvsTlWlQCCz6u3UCTOdMI/A/VHY',
)

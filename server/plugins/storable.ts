import { fieldProblem, ProblemError } from './problems.ts'

/** Characters that databases and emails do not accept: zero, and unpaired surrogates (RFC 8259 §8.2). */
const unstorable = /[\0\p{Surrogate}]/u

/** Our deepest body has six levels. Ten times as many are somebody's experiment, and enough of them overflow the stack of recursive code. */
const deepest = 60

/**
 * Checks everything in a call's body, parameters or query first: its texts must be storable, and it must not be absurdly deep. Throws 400, with the field where
 * there is one.
 */
export function checkStorable(value: unknown): void {
  let floor: readonly { path: string; value: unknown }[] = [{ path: '', value }]
  for (let depth = 0; floor.length > 0; depth++) {
    if (depth > deepest) throw new ProblemError(400, 'bad_request', 'We could not read that request.')
    floor = floor.flatMap((one) => {
      if (typeof one.value === 'string') checkText(one.path, one.value)
      return typeof one.value === 'object' && one.value !== null ? entriesOf(one.path, one.value) : []
    })
  }
}

function entriesOf(path: string, value: object): { path: string; value: unknown }[] {
  return Object.entries(value).map(([name, part]) => {
    checkText(path, name)
    return { path: path === '' ? name : `${path}.${name}`, value: part }
  })
}

function checkText(path: string, text: string): void {
  if (!unstorable.test(text)) return
  const name = path.split('.').at(-1)?.replaceAll('_', ' ')
  if (path === '') throw new ProblemError(400, 'bad_request', 'We could not read that request.')
  throw fieldProblem(400, path, `Please enter the ${name} without special characters.`)
}

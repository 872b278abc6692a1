import * as z from 'zod/mini'
import { type FieldPath, valueAt } from './field-path.ts'
import { findNumberWords } from './schema-limits.ts'

type SchemaProblem = { path: FieldPath; message: string }

/** The value parsed by a schema, or everything that does not fit, in words for the person who wrote the file. */
export function listSchemaProblems<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
): { value: z.infer<S> | undefined; problems: SchemaProblem[] } {
  // A fixed message where the schema has none of its own: zod's message depends on which other parts of zod the process has loaded.
  const result = z.safeParse(schema, value, { error: () => defaultMessage })
  if (result.success) return { value: result.data, problems: [] }
  return {
    value: undefined,
    problems: result.error.issues.flatMap((issue) => problemsOf(issue, { schema, value })),
  }
}

type Issue = z.core.$ZodIssue

type Checked = { schema: unknown; value: unknown }

function problemsOf(issue: Issue, checked: Checked): SchemaProblem[] {
  const { schema, value } = checked
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  const found = valueAt(value, path)
  const numbers = found === undefined ? undefined : findNumberWords(schema, path)
  if (numbers !== undefined && issue.message === defaultMessage)
    return [{ path, message: `must be ${numbers}, not ${shown(found)}` }]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], message: 'not a known field' }))
    case 'invalid_type':
      return [
        {
          path,
          message:
            found === undefined ? 'is missing' : `should be ${article(issue.expected)}, not ${shown(found)}`,
        },
      ]
    case 'invalid_value':
      return [
        {
          path,
          message:
            found === undefined
              ? 'is missing'
              : `should be ${issue.values.map((one) => JSON.stringify(one)).join(' or ')}, not ${shown(found)}`,
        },
      ]
    case 'invalid_union': {
      // The union branch for the value's own type says what is wrong; the others only say that it has another type.
      const branch =
        issue.errors.find(
          (issues) => !issues.some((one) => one.path.length === 0 && isOfAnotherKind(one, found)),
        ) ??
        issue.errors[0] ??
        []
      return branch.flatMap((one) => problemsOf({ ...one, path: [...issue.path, ...one.path] }, checked))
    }
    default:
      return [
        {
          path,
          message:
            issue.message === defaultMessage
              ? `is not taken here: ${shown(found)}`
              : `${issue.message}: ${shown(found)}`,
        },
      ]
  }
}

/** Replaces zod's message where the schema has none of its own. */
const defaultMessage = 'Invalid input'

const isOfAnotherKind = ({ code }: Pick<Issue, 'code'>, found: unknown): boolean =>
  code === 'invalid_type' || (code === 'invalid_value' && typeof found === 'object')

const article = (expected: string): string =>
  expected === 'string'
    ? 'text'
    : expected === 'int'
      ? 'a whole number'
      : expected === 'tuple'
        ? 'a pair in brackets'
        : expected === 'record'
          ? 'an object'
          : /^[aeio]/.test(expected)
            ? `an ${expected}`
            : `a ${expected}`

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

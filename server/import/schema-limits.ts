import * as z from 'zod/mini'
import type { FieldPath } from './field-path.ts'

/** The numbers that a field accepts, in words: "a whole number from 1 to 400". Undefined where the path takes no number. */
export function findNumberWords(schema: unknown, path: FieldPath): string | undefined {
  const field = fieldAt(schema, path)
  if (!(field instanceof z.ZodMiniNumber)) return undefined
  const checks = [field, ...(field._zod.def.checks ?? [])].map((one) => one._zod.def as Check)
  const least = checks.find(({ check }) => check === 'greater_than')
  const most = checks.find(({ check }) => check === 'less_than')
  const kind = checks.some(({ format }) => format === 'safeint') ? 'a whole number' : 'a number'
  if (least?.inclusive && most?.inclusive) return `${kind} from ${least.value} to ${most.value}`
  if (least) return `${kind}, ${least.inclusive ? `${least.value} or more` : `more than ${least.value}`}`
  return most ? `${kind}, ${most.inclusive ? `${most.value} or less` : `less than ${most.value}`}` : kind
}

type Check = { check?: string; format?: string; value?: number; inclusive?: boolean }

/** The schema of the value at a path; undefined where that depends on the value. */
function fieldAt(schema: unknown, path: FieldPath): unknown {
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniDefault ||
    schema instanceof z.ZodMiniPrefault
  )
    return fieldAt(schema._zod.def.innerType, path)
  if (schema instanceof z.ZodMiniLazy) return fieldAt(schema._zod.innerType, path)
  const [step, ...rest] = path
  if (step === undefined) return schema
  if (schema instanceof z.ZodMiniObject)
    return fieldAt((schema.shape as Record<string | number, unknown>)[step], rest)
  if (schema instanceof z.ZodMiniArray) return fieldAt(schema._zod.def.element, rest)
  if (schema instanceof z.ZodMiniRecord) return fieldAt(schema._zod.def.valueType, rest)
  return undefined
}

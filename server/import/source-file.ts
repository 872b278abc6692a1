import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  parseTree,
  type ParseError,
  printParseErrorCode,
} from 'jsonc-parser'
import type * as z from 'zod/mini'
import { formatFieldPath, type FieldPath } from './field-path.ts'
import type { ImportProblem } from './problem.ts'
import { listSchemaProblems } from './schema-problems.ts'

/** One of a merchant's files with positions, and the list that its problems are added to. */
export type SourceFile = {
  file: string
  value: unknown
  /** Adds a problem at a field; a missing field is reported at the line of its parent. */
  report(path: FieldPath, message: string): void
}

/** Reads a JSON file. `shownAs` is its name in problems. What is not JSON is reported, and the result is undefined. */
export function readSourceFile(
  path: string,
  shownAs: string,
  problems: ImportProblem[],
): SourceFile | undefined {
  const text = readFileText(path, shownAs, problems)
  return text === undefined ? undefined : parseSource(text, shownAs, problems)
}

/** Reads a text file. A file that cannot be read or is not UTF-8 is reported, and the result is undefined. */
export function readFileText(path: string, shownAs: string, problems: ImportProblem[]): string | undefined {
  const report = (line: number, message: string): void =>
    void problems.push({ file: shownAs, line, field: '', message })
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch (error) {
    report(1, unreadable(error))
    return undefined
  }
  if (isUtf8(content)) return textOf(content)
  report(firstOtherLine(content), 'is not UTF-8')
  return undefined
}

/** What is wrong with a file or a folder that the system does not let us read. */
export const unreadable = (error: unknown): string =>
  `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`

/** The first line that is not UTF-8: an é in an editor's old encoding is a question mark to everybody else. */
function firstOtherLine(content: Buffer): number {
  let [line, start] = [1, 0]
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, start)) {
    if (!isUtf8(content.subarray(start, end))) return line
    ;[line, start] = [line + 1, end + 1]
  }
  return line
}

/** A file's text. Some editors begin it with a byte order mark, which is invisible and which JSON does not allow. */
export const textOf = (content: Buffer): string => content.toString('utf8').replace(/^\uFEFF/, '')

/** A JSON text with positions. `firstLine` is its first line in the file: JSON also occurs within HTML pages. */
export function parseSource(
  text: string,
  shownAs: string,
  problems: ImportProblem[],
  firstLine = 1,
): SourceFile | undefined {
  const errors: ParseError[] = []
  const line = (offset: number): number => firstLine - 1 + lineAt(text, offset)
  const tree = parseTree(text, errors, { disallowComments: true })
  for (const error of errors)
    problems.push({
      file: shownAs,
      line: line(error.offset),
      field: '',
      message: `not JSON: ${wordsOf(error)}`,
    })
  if (!tree || errors.length > 0) return undefined
  for (const { name, offset } of findDuplicateKeys(tree))
    problems.push({ file: shownAs, line: line(offset), field: '', message: `"${name}" stands twice here` })
  const report: SourceFile['report'] = (field, message) =>
    void problems.push({
      file: shownAs,
      line: line(nearestNode(tree, field).offset),
      field: formatFieldPath(field),
      message,
    })
  return { file: shownAs, value: getNodeValue(tree), report }
}

/** Repeated names in an object, at their later occurrences: of two prices the last would silently count. */
function findDuplicateKeys(node: Node): { name: string; offset: number }[] {
  const seen = new Set<unknown>()
  return (node.children ?? []).flatMap((child) => {
    const [key] = child.type === 'property' ? (child.children ?? []) : []
    const again = key !== undefined && seen.has(key.value)
    seen.add(key?.value)
    return [...(again ? [{ name: String(key.value), offset: key.offset }] : []), ...findDuplicateKeys(child)]
  })
}

/** The file's value if it fits the schema; otherwise every problem is reported and the result is undefined. `$schema`, which editors need, is ignored. */
export function checkSource<S extends z.ZodMiniType>(source: SourceFile, schema: S): z.infer<S> | undefined {
  const { value, problems } = listSchemaProblems(schema, withoutEditorSchema(source.value))
  for (const { path, message } of problems) source.report(path, message)
  const unstorable = listTexts(source.value).flatMap(({ path, text }) => {
    const what = text.includes('\0')
      ? 'the character U+0000'
      : /\p{Surrogate}/u.test(text)
        ? 'one half of a character'
        : undefined
    return what === undefined ? [] : [{ path, what }]
  })
  for (const { path, what } of unstorable) source.report(path, `has ${what}, which nothing can store`)
  return unstorable.length > 0 ? undefined : value
}

/** All texts in a file, with their fields. */
export function listTexts(value: unknown, path: FieldPath = []): { path: FieldPath; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([step, inside]) => listTexts(inside, [...path, step]))
}

function withoutEditorSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$schema' in value)) return value
  const { $schema: _, ...rest } = value
  return rest
}

/** The node of a field, or of its closest existing parent. */
function nearestNode(tree: Node, path: FieldPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return node
  }
  return tree
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n?|\n/).length

const wordsOf = (error: ParseError): string =>
  printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

import { isObject } from '../is-object.ts'
import { decodeHTMLStrict } from 'entities'
import type { FieldPath } from '../field-path.ts'
import type { ImportProblem } from '../problem.ts'
import { parseSource, type SourceFile } from '../source-file.ts'

/** Reads the JSON-LD (schema.org) of a restaurant's page, with positions. */

/** An object in a page, and its path. */
export type JsonLdNode = { source: SourceFile; path: FieldPath; value: Record<string, unknown> }

/** A page: its JSON-LD documents, and the object of each `@id`. */
export type Page = { sources: SourceFile[]; things: ReadonlyMap<string, JsonLdNode> }

/**
 * The JSON-LD of a file's text: a `.json` is one document; in HTML, each JSON-LD script is one. What is not JSON is added to `problems`. `shownAs` is the
 * file's name in problems.
 */
export function readPage(text: string, shownAs: string, problems: ImportProblem[]): Page {
  const sources = documentsIn(text).flatMap(
    ({ json, line }) => parseSource(json, shownAs, problems, line) ?? [],
  )
  const things = new Map<string, JsonLdNode>()
  for (const source of sources)
    walk({ source, path: [], value: { document: source.value } }, ({ source: from, path, value }) => {
      const id = value['@id']
      // The object with the most fields is the real one; the others only refer to it.
      const known = typeof id === 'string' ? things.get(id) : undefined
      if (typeof id === 'string' && (!known || Object.keys(value).length > Object.keys(known.value).length))
        things.set(id, { source: from, path: path.slice(1), value })
      return true
    })
  return { sources, things }
}

const script = /<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>([\s\S]*?)<\/script\s*>/gi

function documentsIn(text: string): { json: string; line: number }[] {
  if (/^\s*[[{]/.test(text)) return [{ json: text.replace(/^\uFEFF/, ''), line: 1 }]
  return [...text.matchAll(script)].map((match) => {
    const inside = match[1] ?? ''
    // Old templates hide the script from older browsers; replacing the marks with spaces keeps the line numbers.
    const json = inside.replace(/<!--|-->|\/\/\s*<!\[CDATA\[|\/\/\s*\]\]>|<!\[CDATA\[|\]\]>/g, (mark) =>
      ' '.repeat(mark.length),
    )
    return { json, line: text.slice(0, match.index + match[0].indexOf(inside)).split('\n').length }
  })
}

/** Visits an object and everything within it, in order; `visit` returns whether to go deeper. */
export function walk(thing: JsonLdNode, visit: (thing: JsonLdNode) => boolean): void {
  for (const [name, value] of Object.entries(thing.value)) {
    const at = (step: FieldPath): FieldPath => [...thing.path, name, ...step]
    const inside = Array.isArray(value)
      ? value.map((one, index) => [one, at([index])] as const)
      : [[value, at([])] as const]
    for (const [one, path] of inside) {
      if (isObject(one) && visit({ source: thing.source, path, value: one }))
        walk({ source: thing.source, path, value: one }, visit)
    }
  }
}

/** An object's types, without the vocabulary's address: `["Menu"]`. */
export const typesOf = ({ value }: JsonLdNode): string[] =>
  listOf(value['@type']).map((type) => String(type).replace(/^.*[/#:]/, ''))

/** A value of JSON-LD as a list: nothing is an empty one, and one value needs no brackets. */
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** The objects under a field: one or a list, written out or referred to by `@id`. Other values are left out. */
export function nodesUnder(page: Page, { source, path, value }: JsonLdNode, field: string): JsonLdNode[] {
  const found = value[field]
  return listOf(found).flatMap((one, index): JsonLdNode[] => {
    if (!isObject(one)) return []
    const named =
      typeof one['@id'] === 'string' && Object.keys(one).length <= 2 ? page.things.get(one['@id']) : undefined
    return [
      named ?? {
        source,
        path: Array.isArray(found) ? [...path, field, index] : [...path, field],
        value: one,
      },
    ]
  })
}

/** Text as a person reads it: from a string, a `{ "@value" }`, or the English (else the first) of several; without tags and entities. */
export function textOf(value: unknown): string {
  const list = listOf(value)
  const english = list.find((one) => isObject(one) && /^en\b/i.test(String(one['@language'] ?? '')))
  const one = english ?? list[0]
  const text = isObject(one) ? one['@value'] : one
  if (typeof text !== 'string' && typeof text !== 'number') return ''
  // Inline tags such as bold may end within a word or before a comma; all other tags separate words.
  const untagged = String(text)
    .replace(/<\/?(a|abbr|b|em|i|mark|s|small|span|strong|sub|sup|u)(\s[^>]*)?>/gi, '')
    .replace(/<[^>]*>/g, ' ')
  const plain = decodeHTMLStrict(untagged)
  return plain.replace(/\s+/g, ' ').trim()
}

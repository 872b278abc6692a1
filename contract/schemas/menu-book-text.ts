/**
 * A large menu book is megabytes of JSON: parsed, or copied into the device's store, in one piece it would keep a slow phone from responding for most of a
 * second. So its categories stay text until each is used.
 */

/** How much is read without a pause (characters): some milliseconds on a slow phone. */
const step = 250_000
/** A shorter category is only a digest (extension `menu_changes`), and stays as it is. */
const shortest = 100

/** How deep in a book its menus and categories are: `{"menus":[{"categories":[{`. */
const [menusDepth, categoriesDepth, categoryDepth] = [2, 4, 5]

/**
 * The JSON of a menu book with the categories as texts, each to be parsed with `openCategory`. Any other JSON is parsed as it is. Throws SyntaxError as
 * JSON.parse would, except for a mistake inside a category.
 */
export async function openBookText(text: string, pause: () => Promise<void>): Promise<unknown> {
  const { frame, parts } = await cutCategories(text, pause)
  const json = JSON.parse(frame) as unknown
  for (const menu of listIn(json, 'menus')) {
    const categories = listIn(menu, 'categories')
    // A number that the API sent itself fits no schema.
    for (const [at, one] of categories.entries())
      if (typeof one === 'number') categories[at] = parts[one] ?? one
  }
  return json
}

/** A list by its name; empty where there is none. */
function listIn(json: unknown, name: string): unknown[] {
  const list = (Object(json) as Partial<Record<string, unknown>>)[name]
  return Array.isArray(list) ? list : []
}

/** A category: parsed where it is text; undefined where that is not JSON, which no schema takes. */
export function openCategory(category: unknown): unknown {
  if (typeof category !== 'string') return category
  try {
    return JSON.parse(category) as unknown
  } catch {
    return undefined
  }
}

/** The codes of brackets and braces, and of the quotation mark. */
const [quote, openBrace, closeBrace, openBracket, closeBracket, backslash] = [34, 123, 125, 91, 93, 92]

/** The text with a number in place of each category, and the texts of those. */
async function cutCategories(
  text: string,
  pause: () => Promise<void>,
): Promise<{ frame: string; parts: string[] }> {
  const parts: string[] = []
  let frame = ''
  let depth = 0
  let copied = 0
  let from = 0
  let key: [from: number, to: number] = [0, 0]
  let isInMenus = false
  let isIn = false
  let pauseAt = step
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const to = endOfString(text, at)
      key = [at + 1, to]
      at = to
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth === menusDepth) isInMenus = text.slice(...key) === 'menus'
      if (depth === categoriesDepth) isIn = isInMenus && text.slice(...key) === 'categories'
      if (depth === categoryDepth) from = at
    } else if (code === closeBrace || code === closeBracket) {
      if (depth === categoryDepth && isIn && at - from > shortest) {
        frame += `${text.slice(copied, from)}${parts.length}`
        parts.push(text.slice(from, at + 1))
        copied = at + 1
        if (at > pauseAt) {
          await pause()
          pauseAt = at + step
        }
      }
      depth -= 1
    }
  }
  return { frame: frame + text.slice(copied), parts }
}

/** The place of the quotation mark that ends the string that begins at `from`; the text's end where none does. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return text.length
}

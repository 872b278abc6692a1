import type { HostConfiguration } from '#contract/schemas/location.ts'

type Faces = Pick<HostConfiguration['theme']['type'], 'display' | 'text'>

/**
 * The files of a restaurant's typefaces.
 * @param css the text of the build's stylesheets, whose `@font-face` rules name them; empty in development, which has none
 * @param type the names in the restaurant's theme; a device's own typeface has no file
 * @returns their addresses, each once
 */
export function listFaceFiles(css: string, { display, text }: Faces): string[] {
  const rules = css.match(/@font-face\s*\{[^}]*\}/g) ?? []
  const fileOf = (family: string): string | undefined =>
    rules
      .filter((rule) => /font-family:\s*["']?([^"';}]+)/.exec(rule)?.[1] === family)
      .map((rule) => /url\(["']?(\/[^"')]+\.woff2)/.exec(rule)?.[1])
      .find((file) => file !== undefined)
  return [...new Set([fileOf(display), fileOf(text)])].filter((file) => file !== undefined)
}

import type { HostConfiguration } from '#contract/schemas/location.ts'

type Faces = Pick<HostConfiguration['theme']['type'], 'display' | 'text'>

const faceRules = /@font-face\s*\{[^}]*\}/g

/** Stylesheets without the rules of typefaces that are files, and those rules. The stand-ins for them (decision 071) name no file, and stay. */
export function splitFaces(css: string): { style: string; faces: string } {
  const faces: string[] = []
  const style = css.replace(faceRules, (rule) => {
    if (!rule.includes('url(')) return rule
    faces.push(rule)
    return ''
  })
  return { style, faces: faces.join('\n') }
}

/**
 * The files of a restaurant's typefaces.
 * @param css the text of the build's stylesheets, whose `@font-face` rules name them; empty in development, which has none
 * @param type the names in the restaurant's theme; a device's own typeface has no file
 * @returns their addresses, each once
 */
export function listFaceFiles(css: string, { display, text }: Faces): string[] {
  const rules = css.match(faceRules) ?? []
  const fileOf = (family: string): string | undefined =>
    rules
      .filter((rule) => /font-family:\s*["']?([^"';}]+)/.exec(rule)?.[1] === family)
      .map((rule) => /url\(["']?(\/[^"')]+\.woff2)/.exec(rule)?.[1])
      .find((file) => file !== undefined)
  return [...new Set([fileOf(display), fileOf(text)])].filter((file) => file !== undefined)
}

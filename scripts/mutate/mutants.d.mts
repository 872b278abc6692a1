export type Mutant = {
  /** What the product then does, in words. */
  name: string
  file: string
  /** A text of the file, in it exactly once. */
  find: string
  replace: string
  /** The files that are to notice, or one test of a file: `file › words of its title`. */
  tests: string[]
  /** It makes the product hang, so that a test's time limit is what notices. */
  hangs?: true
  /** Only PostgreSQL shows it. */
  postgres?: true
}

export const mutants: Mutant[]
export function testOf(named: string): { file: string; title: string | undefined }

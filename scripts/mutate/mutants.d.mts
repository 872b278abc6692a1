export type Mutant = {
  /** What the product does with this change, in words. */
  name: string
  file: string
  /** A text that occurs exactly once in the file. */
  find: string
  replace: string
  /** The files whose tests must fail, or one test of a file: `file › words of its title`. */
  tests: string[]
  /** Makes the product hang, so that a test's time limit is what notices it. */
  hangs?: true
  /** Only visible with PostgreSQL. */
  postgres?: true
}

export const mutants: Mutant[]
export function testOf(named: string): { file: string; title: string | undefined }

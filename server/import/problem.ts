/** A problem in a merchant's files: where it is, and what is wrong, in one line. */
export type ImportProblem = { file: string; line: number; field: string; message: string }

/** `merchants/bella/menus/02-dinner.json:41 categories[0].items[3].price: not a price: "16,00"`. */
export const formatImportProblem = ({ file, line, field, message }: ImportProblem): string =>
  `${file}:${line}${field === '' ? '' : ` ${field}`}: ${message}`

/** The merchants' files have problems and nothing was imported. The message lists them all, one per line. */
export class ImportError extends Error {
  readonly problems: readonly ImportProblem[]
  constructor(problems: readonly ImportProblem[]) {
    super(
      `The merchants' files have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}; nothing was imported.\n${problems.map(formatImportProblem).join('\n')}`,
    )
    this.name = 'ImportError'
    this.problems = problems
  }
}

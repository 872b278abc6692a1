export type Finding = {
  rule:
    | 'untagged requirement'
    | 'unknown tag'
    | 'unknown requirement'
    | 'requirement twice'
    | 'requirement never'
    | 'unknown section'
    | 'unknown fault'
    | 'fault twice'
    | 'shown by nothing'
    | 'unknown path'
    | 'unknown decision'
    | 'proof not as the tests are'
    | 'tests not read'
    | 'tag without a title'
  /** A path from the root. */
  where: string
  what: string
}
export type Checked = {
  findings: Finding[]
  citations: Record<string, number>
  requirements: number
  faults: number
}
export function readTree(folder?: string): Map<string, string>
export function checkSpecification(files: ReadonlyMap<string, string>): Checked

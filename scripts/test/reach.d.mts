export function resolveImport(file: string, name: string): string | undefined
export function readImporters(files: string[], read?: (file: string) => string): Map<string, string[]>
export function rankReached(changed: string[], importers: Map<string, string[]>): string[]
export function choose(
  ranked: string[],
  options: { always: (test: string) => boolean; msOf: (test: string) => number; budgetMs: number },
): { chosen: string[]; left: string[] }

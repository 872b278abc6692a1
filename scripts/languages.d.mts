export function listLanguages(): string[]
export function listAreas(): Map<string, string[]>
export function findProblems(language: string, areas?: Map<string, string[]>): string[]

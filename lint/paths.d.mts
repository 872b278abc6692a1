/** What an import's text means: a path in the tree, a package, or neither. */
export function resolveImport(text: string, importer: string): { path?: string; package?: string }

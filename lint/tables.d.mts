export const tables: Record<string, { owner: string; writers?: string[]; readers?: string[] }>

export const serverModules: Record<string, { may: string[]; publicFiles: string[] }>

export const serverModules: Record<string, { may: string[]; doors: string[] }>

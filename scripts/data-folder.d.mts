export function dataFolder(): string
export function isOurs(folder: string): boolean
export function isInUse(folder: string): Promise<boolean>

export function dataFolder(): string
export function isOurs(folder: string): boolean
export function isInUse(folder: string): Promise<boolean>
export function removeOurs(folder: string): Promise<string[]>

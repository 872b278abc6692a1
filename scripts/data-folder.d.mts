import type { rm } from 'node:fs/promises'

export function dataFolder(): string
export function isOurs(folder: string): boolean
export function isInUse(folder: string): Promise<boolean>
export function removeOurs(folder: string, remove?: typeof rm): Promise<string[]>

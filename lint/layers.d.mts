export type Room = {
  folder: string
  may: string[]
  mayTypes?: string[]
  mayValues?: string[]
  mayPaths?: RegExp
  except?: string[]
  packages?: string[]
  instead: string
}
export const rooms: Room[]
export const aliases: Record<string, string>

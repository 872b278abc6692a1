export type Layer = {
  folder: string
  may: string[]
  mayTypes?: string[]
  mayValues?: string[]
  mayPaths?: RegExp
  except?: string[]
  packages?: string[]
  instead: string
}
export const layers: Layer[]
export const aliases: Record<string, string>

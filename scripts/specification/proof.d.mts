export function makeProof(files: ReadonlyMap<string, string>, isRead?: (id: string) => boolean): string

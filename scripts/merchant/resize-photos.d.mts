export function resizePhotos(folder: string): Promise<{ made: number; unchanged: number; problems: string[] }>

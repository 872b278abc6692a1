export function shellCommands(markdown: string): string[]

export function findBrowser(playwrights: string): string | undefined
export function ensureBrowser(): Promise<string | undefined>

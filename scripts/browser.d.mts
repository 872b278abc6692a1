export function findBrowser(playwrights: string): string | undefined
export function findTestBrowser(playwrights: string): string | undefined
export function ensureBrowser(): Promise<void>
export function ensureTestBrowser(): Promise<void>

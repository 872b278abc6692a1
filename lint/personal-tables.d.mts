export type Treatment = 'nobody' | 'deleted' | 'emptied' | 'hashed' | 'sealed' | 'provider'
export const personalTables: Readonly<Record<string, Treatment>>

/** A name for the portal that is built from a tree; see build-name.mjs. */
export function buildName(root: string): string

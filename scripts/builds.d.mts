/** The builds of vite.config.ts in their order; see builds.mjs. */
export const builds: readonly { step: string; modes: readonly string[]; ofPortal: boolean }[]

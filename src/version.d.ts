/** The version of this build, put in by vite.config.ts: in the portal and in its worker. */
declare const __LARDER_VERSION__: string

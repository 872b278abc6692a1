/** The version of this build, inserted by vite.config.ts: in the portal and in its worker. */
declare const __LARDER_VERSION__: string

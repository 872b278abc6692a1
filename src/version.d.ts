/** The version of this build, inserted by vite.config.ts: in the portal and in its worker. */
declare const __LARDER_VERSION__: string
/** The name of this build (scripts/build-name.mjs), also inserted there. What a page keeps of itself on the device is used by the same build alone. */
declare const __LARDER_BUILD__: string

/// <reference types="vite/client" />

declare const __LARDER_VERSION__: string
declare module 'virtual:larder-theme.css'

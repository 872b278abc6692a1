/// <reference types="vite/client" />

declare module 'virtual:larder-theme.css'

/** Where the counter is; below the router's base path. */
export const counterPath = '/mycards/counter'

/** How the built script is called: the worker finds it among its files by this. */
export const counterFirstFile = /^\/assets\/counter-first-[\w-]+\.js$/

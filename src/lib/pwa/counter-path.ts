/** The counter's path, below the router's base path. */
export const counterPath = '/mycards/counter'

/** The name of the built script, by which the worker finds it among its files. */
export const counterFirstFile = /^\/assets\/counter-first-[\w-]+\.js$/

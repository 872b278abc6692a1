import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Locked = { version?: string; optionalDependencies?: Record<string, string> }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}

/** Every path where the package at `path` would look for a package of this name, the nearest first. */
function placesOf(name: string, path: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/')
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/node_modules/')), ''].map(
    (folder) => (folder === '' ? '' : `${folder}/`) + `node_modules/${name}`,
  )
}

it('the lock file lists the builds for every platform, without which `npm ci` fails', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesOf(name, path).some((place) => packages[place]))
      .map(([name, version]) => `${name}@${version}`),
  )
  expect(missing).toEqual([])
})

it('every package in package.json has an exact version', () => {
  for (const [path, { version }] of Object.entries(packages))
    expect(version, path).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)
})

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkMerchants } from '#server/import/import-merchants.ts'
import { formatImportProblem } from '#server/import/problem.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { fixtureMerchants } from './support/larder.ts'

/** A copy of the fixture's merchants. */
function merchants(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  return folder
}

/** Replaces the first occurrence, and checks that there is one. */
function swap(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

/** A truncated picture index, and a dish that names a picture. */
function spoilPictures(folder: string): void {
  writeFileSync(join(folder, 'pictures/index.json'), '{')
  swap(folder, 'menus/01-dinner.json', '"price": "16.00"', '"price": "16.00", "pictures": ["margherita"]')
}

function makeFile(folder: string): void {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
}

/** Every problem with its remedy. */
const problemsIn = (folder: string): string[] =>
  checkMerchants(folder, { allowMissingPictures: false }).problems.map(
    (problem) => `${formatImportProblem(problem)} → ${findRemedy(problem)}`,
  )

describe('the address of a restaurant', () => {
  it.each([
    'https://order.grill.example/',
    'order.grill.example:443',
    'order.grill.example/',
    'order grill',
    '',
  ])('is a host name alone, not %j', (host) => {
    const folder = merchants()
    swap(folder, 'grill/host.json', '"order.grill.example"', JSON.stringify(host))
    expect(problemsIn(folder)).toEqual([
      expect.stringMatching(
        /^merchants\/grill\/host\.json:2 hosts\[1\]: not a host name: ".*" → write the name alone/,
      ),
    ])
  })

  it.each([
    'order.grill.example',
    'ftp://order.grill.example',
    'https:order.grill.example',
    'https://me:x@a.example',
  ])('is a whole one in adminURL, not %j', (address) => {
    const folder = merchants()
    swap(folder, 'grill/host.json', '"http://grill.localhost"', JSON.stringify(address))
    expect(problemsIn(folder)).toEqual([
      expect.stringMatching(
        /^merchants\/grill\/host\.json:5 adminURL: not a web address: ".*" → write the whole address/,
      ),
    ])
  })

  it('can be made from its folder’s name', () => {
    const folder = merchants()
    renameSync(join(folder, 'grill'), join(folder, 'Golden Fork'))
    expect(problemsIn(folder)).toEqual([
      expect.stringMatching(
        /^merchants\/Golden Fork\/host\.json:1: the folder’s name cannot be a host name: "Golden Fork" → rename/,
      ),
    ])
  })
})

describe('a restaurant’s folder that is a link', () => {
  it('is read when it leads to a folder', () => {
    const folder = merchants()
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'larder-elsewhere-')), 'grill')
    cpSync(join(folder, 'grill'), elsewhere, { recursive: true })
    rmSync(join(folder, 'grill'), { recursive: true })
    symlinkSync(elsewhere, join(folder, 'grill'))
    const { merchants: read, problems } = checkMerchants(folder, { allowMissingPictures: false })
    expect([read.map(({ document }) => document.label), problems]).toEqual([['grill', 'tavola'], []])
  })

  it('is reported when it leads nowhere', () => {
    const folder = merchants()
    symlinkSync(join(folder, 'nowhere'), join(folder, 'fork'))
    expect(problemsIn(folder)).toEqual([
      'merchants/fork:1: is a link to what is not there → put back what it leads to, or remove the link',
    ])
  })
})

describe('a file that cannot be read', () => {
  it.each<[string, (folder: string) => void, RegExp]>([
    [
      'options.json',
      (at) => writeFileSync(join(at, 'options.json'), '{ "size": ,'),
      /options\.json:1: not JSON/,
    ],
    [
      'a menu',
      (at) => writeFileSync(join(at, 'menus/01-dinner.json'), ''),
      /menus\/01-dinner\.json:1: not JSON/,
    ],
    [
      'a price of a menu',
      (at) => swap(at, 'menus/01-dinner.json', '"16.00"', '"€16.00"'),
      /: not a price: "€16\.00"/,
    ],
    ['the pictures’ index', spoilPictures, /index\.json:1: not JSON/],
    [
      'menus, which is a file',
      (at) => makeFile(join(at, 'menus')),
      /menus:1: cannot be read \(ENOTDIR\) → make it a folder/,
    ],
  ])('is named, and not what is missing because of it: %s', (_what, spoil, expected) => {
    const folder = merchants()
    swap(folder, 'tavola/location.json', '"promo_codes"', '"house_favorites": ["margherita"], "promo_codes"')
    mkdirSync(join(folder, 'tavola/pictures'), { recursive: true })
    expect(problemsIn(folder)).toEqual([])
    spoil(join(folder, 'tavola'))
    const problems = problemsIn(folder)
    expect(problems[0]).toMatch(expected)
    const places = problems.map((problem) => problem.split(/:\d/)[0])
    expect(new Set(places)).toEqual(new Set([places[0]]))
  })
})

describe('a file', () => {
  it('is read with a byte order mark at its start', () => {
    const folder = merchants()
    const path = join(folder, 'tavola/location.json')
    writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8')}`)
    expect(problemsIn(folder)).toEqual([])
  })

  it('has no promo code that cannot be typed', () => {
    const folder = merchants()
    swap(folder, 'tavola/location.json', '"WELCOME10"', '"WELCOME10 "')
    expect(problemsIn(folder)).toEqual([
      expect.stringContaining('promo_codes[0].code: begins or ends with a blank, which nobody can type'),
    ])
  })
})

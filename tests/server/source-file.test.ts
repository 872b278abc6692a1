import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importMenus } from '#server/import/import-menu.ts'
import type { ImportProblem } from '#server/import/problem.ts'
import { MenuFile } from '#server/import/file-schemas.ts'
import { checkSource, parseSource, readSourceFile } from '#server/import/source-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-source-'))
const file = join(folder, 'menu.json')

function read(content: string | Buffer): { value: unknown; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  writeFileSync(file, content)
  return { value: readSourceFile(file, 'menu.json', problems)?.value, problems }
}

describe('a file of a merchant', () => {
  const menu = '{\n  "name": "Late",\n  "dish": "Café Burger"\n}\n'

  it('is UTF-8, with a mark of it or without, and of any line ends', () => {
    for (const text of [menu, `\uFEFF${menu}`, menu.replaceAll('\n', '\r\n')])
      expect(read(text)).toEqual({ value: { name: 'Late', dish: 'Café Burger' }, problems: [] })
  })

  it.each(['latin1', 'utf16le'] as const)('in %s is not taken for what guests would not read', (encoding) => {
    const { value, problems } = read(Buffer.from(encoding === 'latin1' ? menu : `\uFEFF${menu}`, encoding))
    expect(value).toBeUndefined()
    expect(problems).toEqual([
      { file: 'menu.json', line: encoding === 'latin1' ? 3 : 1, field: '', message: 'is not UTF-8' },
    ])
  })

  it('is as little taken from a page in another encoding, of which menus are made', () => {
    const page = join(folder, 'menu.html')
    const menuOf = { '@type': 'Menu', name: 'Café' }
    writeFileSync(page, Buffer.from(JSON.stringify(menuOf), 'latin1'))
    expect(() => importMenus(folder, 'grill', page, { leaveOut: true })).toThrow(
      /^.*\nmenu\.html:1.* is not UTF-8$/,
    )
  })

  it('has each name once in an object: of two prices nobody sees which one counts', () => {
    const problems: ImportProblem[] = []
    const text = '{ "items": [\n{ "price": "15.75",\n"price": "1.50" },\n{ "price": "2.00" } ] }'
    expect(parseSource(text, 'menu.json', problems)).toBeDefined()
    expect(problems).toEqual([
      { file: 'menu.json', line: 3, field: '', message: '"price" stands twice here' },
    ])
  })

  it('says the line of a problem whatever ends its lines', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(read(['{', '"a": 1,', '"a": 2', '}'].join(end)).problems).toMatchObject([{ line: 3 }])
  })

  it.each([
    { written: String.raw`So\u0000up`, what: 'the character U+0000' },
    { written: String.raw`Sushi \ud83c`, what: 'one half of a character' },
  ])('may not have $what: the database cannot store it', ({ written, what }) => {
    const problems: ImportProblem[] = []
    const source = parseSource(`{\n"name": "${written}"\n}`, 'menu.json', problems)!
    expect(checkSource(source, MenuFile)).toBeUndefined()
    expect(problems).toContainEqual({
      file: 'menu.json',
      line: 2,
      field: 'name',
      message: `has ${what}, which nothing can store`,
    })
  })
})

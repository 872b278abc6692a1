import { describe, expect, it } from 'vitest'
import { listFaceFiles, splitFaces } from '#server/portal/typefaces.ts'

const css = `@font-face{font-family:Bodoni Moda Variable;font-style:normal;src:url(/assets/bodoni.woff2)format("woff2")}
@font-face{font-family:"Source Sans 3 Variable";src:url(/assets/source.woff2)format("woff2")}
@font-face{font-family:'Bodoni Moda by Times';src:local('Times New Roman')}`

describe('stylesheets whose typefaces wait', () => {
  it('keep everything else, the device’s own stand-ins among it', () => {
    const { style, faces } = splitFaces(`p{color:red}\n${css}\nb{color:blue}`)
    expect(faces.match(/@font-face/g)).toHaveLength(2)
    expect(faces).not.toContain('local(')
    expect(style).not.toContain('url(')
    expect(style).toMatch(
      /^p\{color:red\}\s+@font-face\{font-family:'Bodoni Moda by Times'.*\}\s+b\{color:blue\}$/,
    )
  })
})

describe('the files of a restaurant’s typefaces', () => {
  it('are those that its theme names, each once', () => {
    expect(listFaceFiles(css, { display: 'Bodoni Moda Variable', text: 'Source Sans 3 Variable' })).toEqual([
      '/assets/bodoni.woff2',
      '/assets/source.woff2',
    ])
    expect(listFaceFiles(css, { display: 'Source Sans 3 Variable', text: 'Source Sans 3 Variable' })).toEqual(
      ['/assets/source.woff2'],
    )
  })

  it('are none where the device has the face itself, or nothing is built yet', () => {
    const type = { display: 'Georgia', text: 'Bodoni Moda by Times' }
    expect(listFaceFiles(css, type)).toEqual([])
    expect(listFaceFiles('', { display: 'Bodoni Moda Variable', text: 'Georgia' })).toEqual([])
  })
})

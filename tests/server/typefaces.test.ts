import { describe, expect, it } from 'vitest'
import { listFaceFiles } from '#server/portal/typefaces.ts'

const css = `@font-face{font-family:Bodoni Moda Variable;font-style:normal;src:url(/assets/bodoni.woff2)format("woff2")}
@font-face{font-family:"Source Sans 3 Variable";src:url(/assets/source.woff2)format("woff2")}
@font-face{font-family:'Bodoni Moda by Times';src:local('Times New Roman')}`

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

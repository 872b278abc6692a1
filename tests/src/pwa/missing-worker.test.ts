import { describe, expect, it } from 'vitest'
import { isWorkerFileGone } from '#lib/pwa/missing-worker.ts'

type Answer = { status: number; contentType: string } | 'none'

/** Asks with these answers in turn; returns the result, the requests and the waits between them. */
async function ask(...answers: Answer[]) {
  const asked: string[] = []
  const waited: number[] = []
  const gone = await isWorkerFileGone({
    async fetch(url) {
      const answer = answers[asked.length]
      asked.push(url)
      if (answer === undefined || answer === 'none') throw new TypeError('no answer')
      return answer
    },
    wait: async (ms) => void waited.push(ms),
  })
  return { gone, asked, waited }
}

const missing = { status: 404, contentType: 'application/json; charset=utf-8' }
const page = { status: 404, contentType: 'text/html; charset=utf-8' }

describe('the worker’s file is gone @LO-18 (V5, V6)', () => {
  it.each([404, 410])('when %i comes twice, five seconds apart, and not as a page', async (status) => {
    const { gone, asked, waited } = await ask({ ...missing, status }, { ...missing, status })
    expect(gone).toBe(true)
    expect(new Set(asked).size).toBe(2)
    expect(waited).toEqual([5000])
  })

  it.each<[string, Answer[]]>([
    ['the file is there', [{ status: 200, contentType: 'text/javascript' }]],
    ['a Wi-Fi signs in', [{ status: 200, contentType: 'text/html' }]],
    ['every address answers with a page', [page, page]],
    ['the server fails', [{ status: 503, contentType: 'application/json' }]],
    ['there is no signal', ['none']],
    ['the file was missing for a moment', [missing, { status: 200, contentType: 'text/javascript' }]],
    ['the signal was lost between the two looks', [missing, 'none']],
  ])('but not when %s', async (_, answers) => {
    expect((await ask(...answers)).gone).toBe(false)
  })
})

import { describeViolations } from '../fixtures/look.ts'
import { findRepeated } from '../fixtures/repeated.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ offlineWorker: false })

test('a look finds what is wrong, and reads no color on its way to another', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Look</title>
    <style>button { color: #888; background: #777; transition: color 600s linear }
    :root:has(h2) button { color: #fff; background: #000 }</style>
    <main><h1>Look</h1><button>Pay</button><img src="data:," width="40" height="40"></main></html>`)
  const before = await describeViolations(page)
  expect(before).toContain('color-contrast: ')
  expect(before).toContain('image-alt: ')
  expect(before).toContain('    button\n')
  // Ten minutes would pass until it can be read.
  await page.evaluate(() => {
    document.querySelector('img')!.alt = 'A plate'
    document
      .querySelector('main')!
      .append(Object.assign(document.createElement('h2'), { textContent: 'Enabled' }))
  })
  expect(await describeViolations(page)).toBe('')
  // The page has its transitions again.
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
})

test('a look leaves out what a list repeats, and nothing that differs', async ({ page }) => {
  const entry = (text: string, attributes = '') =>
    `<li ${attributes}><a href="#${text}">${text}</a><img src="data:," alt="" width="40" height="40"></li>`
  const show = (entries: string[]) =>
    page.setContent(`<!doctype html><html lang="en"><title>Look</title>
      <style>.gone { color: #888; background: #777 }</style>
      <main><h1>Look</h1><ul>${entries.join('')}</ul></main></html>`)
  const repeated = () => page.evaluate(findRepeated).then((found) => found.length)
  const plain = ['Arrabbiata', 'Bruschetta', 'Carbonara', 'Diavola', 'Espresso'].map((text) => entry(text))

  await show(plain)
  // Neither the first two nor the last.
  expect(await repeated()).toBe(2)
  expect(await describeViolations(page)).toBe('')
  // What is wrong with all of them is told of the first.
  await show(plain.map((one) => one.replace('alt=""', '')))
  expect(await describeViolations(page)).toContain('image-alt: ')
  // Of those in the middle one has another color, no name, no picture's text.
  const others = [
    entry('Focaccia').replace('<a', '<a class="gone"'),
    entry('Focaccia').replace('>Focaccia<', '><'),
    entry('Focaccia').replace('alt=""', ''),
  ]
  for (const [at, rule] of ['color-contrast: ', 'link-name: ', 'image-alt: '].entries()) {
    await show(plain.toSpliced(3, 0, others[at]!))
    expect(await describeViolations(page), rule).toContain(rule)
  }
  // The same list in another place has other colors around it.
  await show([...plain, '</ul><ul class="gone">', ...plain])
  expect(await repeated()).toBe(4)
})

import { expect, test } from '../fixtures/test.ts'

test.use({ offlineWorker: false })

test('any page of any restaurant stays blank in a frame of another site (X16)', async ({
  page,
  portal,
  baseURL,
  faults,
  strict,
}) => {
  strict.expect(/frame-ancestors 'none'/)
  const framed = [`${baseURL}/menus`, `${baseURL}/login`, `${baseURL}/ordercheckout`, `${portal('smoke')}/`]
  // A host outside of the portal, answered by the proxy: for a site on the public internet the browser itself blocks frames
  // from this machine.
  const elsewhere = faults.arm(
    { path: /^\/elsewhere$/ },
    {
      kind: 'status',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<link rel="icon" href="data:," />${framed.map((address) => `<iframe src="${address}"></iframe>`).join('')}`,
    },
  )
  await page.goto(`${portal('elsewhere')}/elsewhere`)
  expect(elsewhere.hits).toBe(1)
  const frames = () => page.frames().filter((frame) => frame.parentFrame())
  await expect
    .poll(() => frames().map((frame) => frame.url()))
    .toEqual(framed.map(() => 'chrome-error://chromewebdata/'))
  // Each frame was answered, and the browser refused to show it because of the answer's headers.
  for (const address of framed) {
    const { host, pathname } = new URL(address)
    expect(faults.calls.find((call) => call.host === host && call.path === pathname)?.status).toBe(200)
  }
  const refusals = () => strict.errors().filter((line) => line.includes(`frame-ancestors 'none'`))
  await expect.poll(() => refusals().length).toBe(framed.length)
})

import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import type { Portal } from '#lib/query/portal-context.tsx'
import { basePathOf } from '../../../src/launch/base-path.ts'
import { createPortalRouter } from '../../../src/router.tsx'

it.each([
  ['https://tavola.example/', '/'],
  ['https://tavola.example/eat/', '/eat'],
  ['https://tavola.example/eat/here/', '/eat/here'],
])('the router’s base path is read from the page’s base element: %s @RT-37', (baseURI, path) => {
  expect(basePathOf({ baseURI })).toBe(path)
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createPortalRouter(
    { queryClient: new QueryClient(), portal: {} as Portal },
    { basepath: basePathOf({ baseURI }), history },
  )
  expect(router.buildLocation({ to: '/menus' }).publicHref).toBe(path === '/' ? '/menus' : `${path}/menus`)
})

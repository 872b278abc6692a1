import { useEffect, useRef } from 'react'
import { pathKey, rootId } from '#contract/page-format.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePlaceNames } from '#lib/query/use-place-names.ts'
import { findSeo } from '#lib/seo/find-seo.ts'

/** The page's title and description by its route (LH-16). It renders nothing, so that a change redraws nothing. */
export default function PageTitle({ path }: { path: string }): null {
  const copy = useLocationCopy()
  const names = usePlaceNames(path)
  const { title, description } = copy ? findSeo(copy, path, names) : {}
  useDescription(path, description)
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
  return null
}

/** Keeps the description that the page was made with as long as its path is open: the server's may be a dish's own. */
function useDescription(path: string, description: string | undefined): void {
  const made = useRef<{ path: string | undefined; text: string }>(undefined)
  useEffect(() => {
    made.current ??= {
      path: document.getElementById(rootId)?.dataset[pathKey],
      text: findDescription()?.content ?? '',
    }
    const text = path === made.current.path ? made.current.text : description
    if (text !== undefined) setDescription(text)
  }, [path, description])
}

const findDescription = (): HTMLMetaElement | null =>
  document.head.querySelector<HTMLMetaElement>('meta[name="description"]')

function setDescription(text: string): void {
  if (text === '') return findDescription()?.remove()
  const tag =
    findDescription() ??
    document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'description' }))
  tag.content = text
}

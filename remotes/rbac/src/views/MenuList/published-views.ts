import type { Registry, ViewInfo } from '@assoc/federation'
import { useEffect, useState } from 'react'

/** The views that published remotes offer: from the page itself when the host put them there, else from the server. */
async function publishedViews(): Promise<ViewInfo[]> {
  const inline = document.getElementById('remotes')?.textContent
  const registry = inline ? (JSON.parse(inline) as Registry) : ((await (await fetch('/remotes.json', { cache: 'no-cache' })).json()) as Registry)
  return (registry.remotes ?? []).flatMap((r) => r.views)
}

/** Published views for the picker; null while they are read, empty when they cannot be. */
export function usePublishedViews(): ViewInfo[] | null {
  const [views, setViews] = useState<ViewInfo[] | null>(null)
  useEffect(() => {
    let gone = false
    publishedViews().then(
      (found) => !gone && setViews(found),
      () => !gone && setViews([]),
    )
    return () => {
      gone = true
    }
  }, [])
  return views
}

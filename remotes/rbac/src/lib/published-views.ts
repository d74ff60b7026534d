import type { Registry, SignedRegistry, ViewInfo } from '@assoc/federation'
import { useEffect, useState } from 'react'

/** The registry as it is now; the one that the page came with when the server does not answer. */
async function signedRegistry(): Promise<SignedRegistry | null> {
  try {
    const answer = await fetch('/remotes.json', { cache: 'no-cache' })
    if (answer.ok) return (await answer.json()) as SignedRegistry | null
  } catch {
    // told by the page below
  }
  return JSON.parse(document.getElementById('remotes')?.textContent || 'null') as SignedRegistry | null
}

/** The views that live releases offer, each once. They are only shown here: what is run is checked by the host. */
export async function publishedViews(): Promise<ViewInfo[]> {
  const signed = await signedRegistry()
  const { remotes = [] } = signed ? (JSON.parse(signed.payload) as Partial<Registry>) : {}
  return [...new Map(remotes.flatMap((r) => r.views).map((view) => [view.menuLink, view])).values()]
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

import { RemoteLoadError, type RemoteRelease } from '@assoc/federation'
import { Alert, FailedToLoad, Skeleton } from '@assoc/ui'
import { memo, useEffect, useState, type ComponentType } from 'react'
import { useKernel } from '../console/kernel'
import { reportError } from './report-error'

/** Milliseconds until a slow view says that it is slow. */
const SLOW_MS = 8_000

type State = { kind: 'loading'; slow: boolean } | { kind: 'ready'; Page: ComponentType } | { kind: 'failed'; message: string }

/** Loads a view of a remote, which is not drawn again when its tab comes back: skeleton at once, a word after eight seconds, a card with a retry that really loads again. */
export const RemoteView = memo(function RemoteView({ remote, menuLink }: { remote: RemoteRelease; menuLink: string }) {
  const { loader } = useKernel()
  const [state, setState] = useState<State>({ kind: 'loading', slow: false })
  const wanted = state.kind === 'loading'
  // Effects run again whenever the tab is shown: a view that is there stays, and so does a failure, until someone presses retry.
  useEffect(() => {
    if (!wanted) return
    let current = true
    const timer = setTimeout(() => current && setState({ kind: 'loading', slow: true }), SLOW_MS)
    loader
      .load(remote, menuLink)
      .then((module) => current && setState({ kind: 'ready', Page: module.default }))
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        reportError(error instanceof RemoteLoadError ? 'remote' : 'chunk', message, menuLink, remote.version)
        if (current) setState({ kind: 'failed', message })
      })
      .finally(() => clearTimeout(timer))
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [loader, remote, menuLink, wanted])
  if (state.kind === 'ready') return <state.Page />
  if (state.kind === 'failed') {
    return <FailedToLoad message="此功能所在的模块没有加载成功，其他功能不受影响。" detail={`${menuLink} ${remote.version}：${state.message}`} onRetry={() => setState({ kind: 'loading', slow: false })} />
  }
  return (
    <div aria-busy="true">
      {state.slow ? <Alert type="info" showIcon title="网络较慢，仍在加载此页面；您可以先使用其他功能。" style={{ marginBottom: 12 }} /> : null}
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  )
})

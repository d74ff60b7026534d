import { OwnLocation, Route, Routes, useNavigate } from '@assoc/router'
import { TabContext, TabVisibleContext, type TabInfo } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { Activity, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ViewBoundary } from '../views/ViewBoundary'
import { ViewSlot } from '../views/ViewSlot'
import type { Tab, TabStore } from './tab-store'

/**
 * Keeps the views of the tabs mounted and shows one. The switch goes in three steps, because an open
 * antd dialog inside a hidden <Activity> destroys the tree when it is shown again: dialogs are told
 * to close, the mode changes, dialogs may open.
 */
export const TabHost = observer(function TabHost({ store }: { store: TabStore }) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<string | null>(store.activeKey)
  const [mode, setMode] = useState(store.activeKey)
  const wanted = store.activeKey
  const latest = useRef({ wanted, navigate })
  latest.current = { wanted, navigate }
  const done = useRef(wanted)
  useEffect(() => {
    if (done.current === wanted) return
    // Not inside the effect itself: React does not flush there.
    const timer = setTimeout(() => {
      if (latest.current.wanted !== wanted) return
      done.current = wanted
      flushSync(() => setShown(null))
      flushSync(() => setMode(wanted))
      flushSync(() => setShown(wanted))
    }, 0)
    return () => clearTimeout(timer)
  }, [wanted])
  // Another function with every address would draw every tab anew.
  const go = useCallback((to: string) => void latest.current.navigate(to), [])
  return (
    <>
      {store.tabs.filter((t) => t.alive).map((tab) => (
        <Activity key={`${tab.key}#${tab.round}`} mode={tab.key === mode ? 'visible' : 'hidden'} name={tab.menuLink}>
          <TabVisibleContext.Provider value={tab.key === shown}>
            <TabPane tab={tab} store={store} visible={tab.key === shown} go={go} />
          </TabVisibleContext.Provider>
        </Activity>
      ))}
    </>
  )
})

interface TabPaneProps {
  tab: Tab
  store: TabStore
  visible: boolean
  go: (to: string) => void
}

const TabPane = observer(function TabPane({ tab, store, visible, go }: TabPaneProps) {
  const { key, pathname, search, hash } = tab
  const shown = useRef(visible)
  shown.current = visible
  // One object for as long as the tab stands: a view that only asks for it in a handler is not drawn anew when tabs are switched.
  const info = useMemo<TabInfo>(
    () => ({
      key,
      get visible() {
        return shown.current
      },
      // Hiding a tab runs its effects' clean-ups; what was typed in it is still there, so the mark stays.
      setDirty: (dirty) => {
        if (dirty || store.activeKey === key) store.setDirty(key, dirty)
      },
      setTitle: (title) => store.setTitle(key, title),
      close: () => {
        const next = store.close([key])
        if (next) go(next)
      },
    }),
    [key, store, go],
  )
  const location = useMemo(() => ({ pathname, search, hash, state: null, key }), [key, pathname, search, hash])
  const retry = useCallback(() => store.refresh(key), [store, key])
  return (
    <TabContext.Provider value={info}>
      {/* The tab's own location: hooks inside see it, whatever tab is in front. */}
      <OwnLocation location={location}>
        <TabView pattern={tab.pattern} menuLink={tab.menuLink} frame={tab.frame} onRetry={retry} />
      </OwnLocation>
    </TabContext.Provider>
  )
})

interface TabViewProps {
  pattern: string
  menuLink: string
  frame: string | null
  onRetry: () => void
}

const TabView = memo(function TabView({ pattern, menuLink, frame, onRetry }: TabViewProps) {
  return (
    <ViewBoundary onRetry={onRetry} menuLink={menuLink}>
      <Routes>
        {frame ? (
          // A pathless frame: children with absolute paths change inside it, and it stays as it is.
          <Route element={<ViewSlot menuLink={frame} />}>
            <Route path={pattern} element={frame === menuLink ? null : <ViewSlot menuLink={menuLink} />} />
          </Route>
        ) : (
          <Route path={pattern} element={<ViewSlot menuLink={menuLink} />} />
        )}
        <Route path="*" element={<ViewSlot menuLink={menuLink} />} />
      </Routes>
    </ViewBoundary>
  )
})

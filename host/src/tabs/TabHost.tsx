import { Route, Routes, useNavigate } from '@assoc/router'
import { TabContext, type TabInfo } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { Activity, useEffect, useMemo, useRef, useState } from 'react'
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
  const [shown, setShown] = useState<string | null>(store.activeKey)
  const [mode, setMode] = useState(store.activeKey)
  const wanted = store.activeKey
  const latest = useRef(wanted)
  latest.current = wanted
  useEffect(() => {
    if (wanted === mode && wanted === shown) return
    // Not inside the effect itself: React does not flush there.
    const timer = setTimeout(() => {
      if (latest.current !== wanted) return
      flushSync(() => setShown(null))
      flushSync(() => setMode(wanted))
      setShown(wanted)
    }, 0)
    return () => clearTimeout(timer)
  }, [wanted, mode, shown])
  return (
    <>
      {store.tabs.filter((t) => t.alive).map((tab) => (
        <Activity key={`${tab.key}#${tab.round}`} mode={tab.key === mode ? 'visible' : 'hidden'} name={tab.menuLink}>
          <TabPane tab={tab} store={store} visible={tab.key === shown} />
        </Activity>
      ))}
    </>
  )
})

const TabPane = observer(function TabPane({ tab, store, visible }: { tab: Tab; store: TabStore; visible: boolean }) {
  const navigate = useNavigate()
  const { key, pathname, search, hash } = tab
  const info = useMemo<TabInfo>(
    () => ({
      key,
      visible,
      // Hiding a tab runs its effects' clean-ups; what was typed in it is still there, so the mark stays.
      setDirty: (dirty) => {
        if (dirty || store.activeKey === key) store.setDirty(key, dirty)
      },
      setTitle: (title) => store.setTitle(key, title),
      close: () => {
        const next = store.close([key])
        if (next) navigate(next)
      },
    }),
    [key, visible, store, navigate],
  )
  const location = useMemo(() => ({ pathname, search, hash, state: null, key }), [key, pathname, search, hash])
  return (
    <TabContext.Provider value={info}>
      <ViewBoundary onRetry={() => store.refresh(key)} menuLink={tab.menuLink}>
        {/* The tab's own location: hooks inside see it, whatever tab is in front. */}
        <Routes location={location}>
          {tab.frame ? (
            // A pathless frame: children with absolute paths change inside it, and it stays as it is.
            <Route element={<ViewSlot menuLink={tab.frame} />}>
              <Route path={tab.pattern} element={tab.frame === tab.menuLink ? null : <ViewSlot menuLink={tab.menuLink} />} />
            </Route>
          ) : (
            <Route path={tab.pattern} element={<ViewSlot menuLink={tab.menuLink} />} />
          )}
          <Route path="*" element={<ViewSlot menuLink={tab.menuLink} />} />
        </Routes>
      </ViewBoundary>
    </TabContext.Provider>
  )
})

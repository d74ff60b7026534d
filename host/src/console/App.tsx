import { BrowserRouter, useLocation, useNavigate } from '@assoc/router'
import { consoleConfig, currentEnvironment, session } from '@assoc/session'
import { Skeleton, UiProvider } from '@assoc/ui'
import { autorun } from 'mobx'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { WorkspaceProvider } from '../workspace/workspace-context'
import { WorkspaceStore } from '../workspace/workspace-store'
import { Shell } from '../layout/Shell'
import { destinationOf } from '../routes/go'
import { guard, isPublicPath } from '../routes/guard'
import { homeRoute, routeOf } from '../routes/route-table'
import { TabHost } from '../tabs/TabHost'
import { TabStore } from '../tabs/tab-store'
import { MENU_FAILED, MenuFailed, SignOnStopped } from '../views/failures'
import { NotFound } from '../views/NotFound'
import { KernelProvider, type Kernel } from './kernel'
import type { LentRemotes } from './lent'
import type { Newer } from './newer'

const NewerBar = lazy(async () => ({ default: (await import(/* webpackChunkName: "shell-later" */ '../layout/Bars')).NewerBar }))
const LentBar = lazy(async () => ({ default: (await import(/* webpackChunkName: "shell-later" */ '../layout/Bars')).LentBar }))

const Bars = observer(function Bars({ newer, lent }: { newer: Newer | undefined; lent: LentRemotes | undefined }) {
  return (
    <Suspense>
      {newer?.offered ? <NewerBar newer={newer} /> : null}
      {lent && (lent.refused.length > 0 || Object.keys(lent.used).length > 0) ? <LentBar lent={lent} /> : null}
    </Suspense>
  )
})

/** The console. `menuRead` is the reading of the menu that the page has begun with. */
export function App({ kernel, newer, lent, menuRead }: { kernel: Kernel; newer?: Newer; lent?: LentRemotes; menuRead: Promise<void> }) {
  return (
    <UiProvider>
      <KernelProvider value={kernel}>
        <Bars newer={newer} lent={lent} />
        <BrowserRouter>
          <Console menuRead={menuRead} />
        </BrowserRouter>
      </KernelProvider>
    </UiProvider>
  )
}

/** Follows the address: the guard first, then the route, then the tab. */
const Console = observer(function Console({ menuRead }: { menuRead: Promise<void> }) {
  const store = session()
  const location = useLocation()
  const navigate = useNavigate()
  const [tabs] = useState(() => new TabStore(store.placeKey))
  const [workspace] = useState(() => new WorkspaceStore(store))
  const { menuList, menuRequest, menuError, signedIn } = store
  // Somebody without a role has an empty menu: that, too, is an answer.
  const [answered, setAnswered] = useState(false)
  const settle = () => setAnswered(store.menuError === null)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- settling looks at the store as it is then
  useEffect(() => void menuRead.then(settle), [menuRead])
  const home = useMemo(() => homeRoute(menuList), [menuList])
  const route = routeOf(location.pathname, home, menuList)
  const destination = useMemo(() => destinationOf(location, home), [location, home])
  const decision = guard(location.pathname, { hasToken: signedIn, menuFilled: menuList.length > 0, menuRequested: menuRequest })

  useEffect(() => {
    if (store.ended || store.leaving) return
    if (decision === 'signOn') store.goToSignOn()
    if (decision === 'requestMenu' && !menuError) {
      void store.requestMenu().then(() => {
        settle()
        // The navigation is repeated in place of the one that had to wait.
        if (store.menuList.length > 0) navigate(location.pathname + location.search + location.hash, { replace: true })
      })
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the guard’s answer and a failed menu alone lead on; the address is read as it is then
  }, [decision, menuError])
  useEffect(() => {
    if (signedIn) void workspace.load()
  }, [workspace, signedIn])
  useEffect(() => workspace.keepPins(tabs), [workspace, tabs])
  useEffect(() => {
    if (location.pathname === '/login' || location.pathname === '/register') window.location.replace(location.pathname === '/login' && signedIn ? currentEnvironment().home : location.pathname)
  }, [location.pathname, signedIn])

  const open = isPublicPath(location.pathname)
  const ready = (decision === 'proceed' && (!signedIn || menuList.length > 0 || answered)) || (open && menuError !== null)
  const going = ready && destination ? destination : null
  useEffect(() => {
    // In place of the address that named the view: Back leads to where the link stood.
    if (going) navigate(going, { replace: true })
  }, [going, navigate])
  useEffect(() => {
    if (going) return
    if (ready && !route) tabs.visitNothing()
    if (ready && route) {
      tabs.visit(location, route)
      if (route.kind === 'shell') workspace.visited({ path: location.pathname, title: route.title })
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a visit is an address, not another object that says the same
  }, [ready, going, route?.name, location.pathname, location.search, location.hash])
  const stopped = store.signOnStopped && !open
  const menuFailed = menuError !== null && menuList.length === 0 && !open && !store.ended && !stopped
  const fallback = stopped ? '登录没有完成' : menuFailed ? MENU_FAILED : ready && !going ? '页面不存在' : '加载中'
  useEffect(
    () =>
      autorun(() => {
        const tab = tabs.active
        const title = tab?.ownTitle ?? tab?.title ?? route?.title ?? fallback
        document.title = `${title} - ${consoleConfig().title}`
      }),
    [tabs, route?.title, fallback],
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (tabs.anyDirty && !store.ended) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [tabs, store])

  const bare = stopped || (route !== undefined && route.kind !== 'shell')
  return (
    <WorkspaceProvider value={workspace}>
      <Shell route={route} fallback={fallback} bare={bare} tabs={tabs} title={consoleConfig().title}>
        {stopped ? <SignOnStopped /> : null}
        {menuFailed ? <MenuFailed message={menuError} onRetry={() => void store.requestMenu().then(settle)} /> : null}
        {!ready && !menuError && !stopped ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
        {ready && !route && !going ? <NotFound view={destination !== null} /> : null}
        <div style={{ display: ready && (route || going) ? 'contents' : 'none' }}>
          <TabHost store={tabs} />
        </div>
      </Shell>
    </WorkspaceProvider>
  )
})

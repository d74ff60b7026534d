import { useLocation, useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { AppDrawer, Button, Flex, HomeOutlined, Watermark, appearance, injectStyle, theme, watermarkInk } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useWorkspace } from '../workspace/workspace-context'
import type { ConsoleRoute } from '../routes/route-table'
import type { TabStore } from '../tabs/tab-store'
import { LoadingCover, OfflineBar, SessionEndedCover } from './Covers'
import { useFocusKeeper } from './focus-keeper'
import { Header } from './Header'
import { Sider } from './Sider'
import { TabStrip } from './TabStrip'
import { whenOpened } from './when-opened'

const NoticeDrawer = whenOpened(async () => (await import(/* webpackChunkName: "shell-later" */ '../notifications/NoticeDrawer')).NoticeDrawer)
const LockCover = whenOpened(async () => (await import(/* webpackChunkName: "shell-later" */ './LockCover')).LockCover)
const RoleViewBar = whenOpened(async () => (await import(/* webpackChunkName: "shell-later" */ './RoleViewBar')).RoleViewBar)
const Tour = whenOpened(async () => (await import(/* webpackChunkName: "tour" */ './Tour')).Tour)
const Palette = whenOpened(async () => (await import(/* webpackChunkName: "shell-later" */ '../palette/Palette')).Palette)

const NARROW = '(max-width: 991px)'

const css = `
.console{display:grid;height:100%;grid-template-columns:auto minmax(0,1fr);grid-template-rows:auto auto auto minmax(0,1fr)}
.console-line{grid-column:1/-1;border-top:3px solid var(--c-seal)}
.console-side{grid-row:2/-1;display:flex;flex-direction:column;min-height:0;border-right:var(--hl,1px) solid var(--c-line)}
.console-main{grid-column:2;overflow:auto;padding:16px;position:relative;--k-top:-16px;--k-bottom:-16px}
.console[data-bare=true] .console-main{grid-column:1/-1}
.console-brand{display:flex;align-items:center;gap:10px;height:48px;padding:0 16px;font-weight:600;white-space:nowrap;overflow:hidden}
.console-seal{width:26px;height:26px;border-radius:4px;display:grid;place-items:center;background:var(--c-seal);color:var(--c-on-seal);font-family:var(--song);flex:none}
.console-skip{position:absolute;left:-9999px}.console-skip:focus{left:16px;top:8px;z-index:10}
@media print{.console{display:block;height:auto}.console-side,.console-line{display:none}.console-main{overflow:visible;padding:0}}
`

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => window.matchMedia(NARROW).matches)
  useEffect(() => {
    const query = window.matchMedia(NARROW)
    const change = () => setNarrow(query.matches)
    query.addEventListener?.('change', change)
    return () => query.removeEventListener?.('change', change)
  }, [])
  return narrow
}

interface ShellProps {
  route: ConsoleRoute | undefined
  /** Name of a page without a route: still loading, or not there. */
  fallback: string
  bare: boolean
  tabs: TabStore
  title: string
  children: ReactNode
}

/** The frame: line, sider, head, tabs, and the page. Pages outside it get a slim bar; the views stay where they are mounted. */
export const Shell = observer(function Shell({ route, fallback, bare, tabs, title, children }: ShellProps) {
  injectStyle('console-shell', css)
  const { token } = theme.useToken()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const workspace = useWorkspace()
  const narrow = useNarrow()
  const [collapsed, setCollapsed] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const [palette, setPalette] = useState(false)
  const [notices, setNotices] = useState(false)

  useFocusKeeper()

  // A page that is open comes forward as it was left, with its query.
  const go = useRef(navigate)
  go.current = navigate
  const openPage = useCallback(
    (path: string) => {
      setMenuOpen(false)
      go.current(tabs.addressOf(path))
    },
    [tabs],
  )

  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && session().signedIn) {
        event.preventDefault()
        setPalette((now) => !now)
      }
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  }, [])

  const colours = { '--c-seal': token.colorPrimary, '--c-on-seal': token.colorTextLightSolid, '--c-line': token.colorBorderSecondary, background: token.colorBgLayout, color: token.colorText, fontSize: token.fontSize, lineHeight: token.lineHeight }
  const brand = (
    <div className="console-brand">
      <span className="console-seal" aria-hidden="true">
        协
      </span>
      {collapsed && !narrow ? null : <span>{title}</span>}
    </div>
  )
  return (
    <>
      <div className="console" data-console="" data-bare={bare} style={colours as React.CSSProperties}>
        <div className="console-line">
          {workspace.person?.roleView ? <RoleViewBar open /> : null}
        </div>
        <a className="console-skip" href="#content">
          跳到正文
        </a>
        {bare ? (
          <Flex align="center" gap={12} style={{ gridColumn: '1/-1', height: 40, padding: '0 16px', background: token.colorBgContainer, borderBottom: `var(--hl, 1px) solid ${token.colorBorderSecondary}` }}>
            <Button type="text" icon={<HomeOutlined />} onClick={() => navigate('/')}>
              返回首页
            </Button>
            <span>{route?.title ?? ''}</span>
          </Flex>
        ) : (
          <>
            {narrow ? (
              <AppDrawer open={menuOpen} placement="left" size={240} onClose={() => setMenuOpen(false)} title={title} styles={{ body: { padding: 0, display: 'flex' } }}>
                <Sider activePath={pathname} collapsed={false} onOpen={openPage} />
              </AppDrawer>
            ) : (
              <aside className="console-side" style={{ width: collapsed ? 56 : 208, background: token.colorBgContainer }}>
                {brand}
                <Sider activePath={pathname} collapsed={collapsed} onOpen={openPage} />
              </aside>
            )}
            <div style={{ gridColumn: 2, minWidth: 0 }}>
              <OfflineBar />
              <Header route={route} fallback={fallback} collapsed={collapsed} narrow={narrow} onToggle={() => (narrow ? setMenuOpen(true) : setCollapsed(!collapsed))} onPalette={() => setPalette(true)} onNotices={() => setNotices(true)} />
            </div>
            <nav aria-label="页签" style={{ gridColumn: 2, minWidth: 0 }}>
              <TabStrip store={tabs} />
            </nav>
          </>
        )}
        <main className="console-main" id="content" tabIndex={-1} style={{ outline: 'none' }}>
          <Watermark content={workspace.person?.watermark ?? ''} font={{ color: watermarkInk[appearance.dark ? 'dark' : 'light'], fontSize: 13 }} gap={[180, 140]} style={{ minHeight: '100%', overflow: 'visible' }} zIndex={1}>
            {children}
          </Watermark>
        </main>
      </div>
      <Palette open={palette} onClose={() => setPalette(false)} onOpen={openPage} />
      <NoticeDrawer open={notices} onClose={() => setNotices(false)} />
      {workspace.touring ? <Tour open onEnd={() => workspace.endTour()} /> : null}
      <LoadingCover />
      {session().locked ? <LockCover open name={workspace.person?.realName ?? ''} /> : null}
      <SessionEndedCover />
    </>
  )
})

import { viewLink } from '@assoc/contract'
import { useNavigate } from '@assoc/router'
import { session, tellLost } from '@assoc/session'
import { Badge, BellOutlined, Breadcrumb, Button, Dropdown, Flex, FullscreenOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, QuestionCircleOutlined, SearchOutlined, Tooltip, UserOutlined, injectStyle, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useWorkspace } from '../workspace/workspace-context'
import type { ConsoleRoute } from '../routes/route-table'
import { whenOpened } from './when-opened'

const AppearancePanel = whenOpened(async () => (await import(/* webpackChunkName: "shell-later" */ './AppearancePanel')).AppearancePanel)
const PageHelp = whenOpened(async () => (await import(/* webpackChunkName: "shell-later" */ './PageHelp')).PageHelp)

const css = `
.head{display:flex;align-items:center;height:48px;padding:0 16px;gap:12px;min-width:0}
.head-palette{min-width:240px;justify-content:flex-start}
.head-narrow{display:none}
@media (max-width:900px){.head-palette{display:none}.head-narrow{display:inline-flex}.head-crumb li:not(:last-child){display:none}}
@media (max-width:480px){.head{gap:4px;padding-inline:8px}.head-name,.head-full{display:none!important}}
@media print{.head{display:none}}
`

interface HeaderProps {
  route: ConsoleRoute | undefined
  /** Shown where there is no route: still loading, or nothing of that address. */
  fallback: string
  collapsed: boolean
  narrow: boolean
  onToggle: () => void
  onPalette: () => void
  onNotices: () => void
}

/** The head line: where we are, search over everything, notices, the person. */
export const Header = observer(function Header({ route, fallback, collapsed, narrow, onToggle, onPalette, onNotices }: HeaderProps) {
  injectStyle('console-head', css)
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const workspace = useWorkspace()
  const [looks, setLooks] = useState(false)
  const [helping, setHelping] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      setHelping((now) => !now)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const account = useRef<HTMLButtonElement>(null)
  const fold = narrow ? <MenuOutlined /> : collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />
  return (
    <header className="head" style={{ background: token.colorBgContainer, borderBottom: `var(--hl, 1px) solid ${token.colorBorderSecondary}` }}>
      <Button type="text" icon={fold} aria-label={narrow ? '打开菜单' : collapsed ? '展开菜单' : '收起菜单'} onClick={onToggle} />
      <Breadcrumb className="head-crumb" style={{ flex: 1, minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden' }} items={[...(route?.parents ?? []), route?.title ?? fallback].map((title, i) => ({ key: i, title }))} />
      <Button className="head-palette" icon={<SearchOutlined />} onClick={onPalette} style={{ color: token.colorTextTertiary }}>
        <span style={{ flex: 1, textAlign: 'left' }}>搜索菜单、会员、公司</span>
        <kbd style={{ fontFamily: 'inherit' }}>Ctrl K</kbd>
      </Button>
      <Button className="head-narrow" type="text" icon={<SearchOutlined />} aria-label="搜索" onClick={onPalette} />
      <Badge count={workspace.unread} size="small" offset={[-6, 6]}>
        <Button data-tour="notices" type="text" icon={<BellOutlined />} aria-label={workspace.unread ? `通知，${workspace.unread} 条未读` : '通知'} onClick={onNotices} />
      </Badge>
      {route ? (
        <Tooltip title="帮助（F1）">
          <Button data-tour="help" type="text" icon={<QuestionCircleOutlined />} aria-label="帮助" aria-keyshortcuts="F1" onClick={() => setHelping(true)} />
        </Tooltip>
      ) : null}
      <Tooltip title="全屏">
        <Button className="head-full" type="text" icon={<FullscreenOutlined />} aria-label="全屏" onClick={() => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())} />
      </Tooltip>
      <Dropdown
        trigger={['click']}
        autoFocus
        // A menu that closes leaves the focus nowhere.
        onOpenChange={(open) => open || account.current?.focus()}
        menu={{
          items: [
            { key: 'center', label: '个人中心', onClick: () => navigate(viewLink('rbac/PersonalCenter')) },
            { key: 'looks', label: '外观', onClick: () => setLooks(true) },
            { key: 'tour', label: '新手导览', onClick: () => workspace.startTour() },
            { key: 'lock', label: '锁屏', onClick: () => void import(/* webpackChunkName: "shell-later" */ './LockCover').then((part) => part.lockScreen()).catch(tellLost) },
            { type: 'divider' },
            { key: 'out', label: '退出登录', onClick: () => void session().logout() },
          ],
        }}
      >
        <Button ref={account} data-tour="account" type="text" icon={<UserOutlined />} aria-label={`我的账号 ${workspace.person?.realName ?? ''}`}>
          <Flex component="span" className="head-name" style={{ maxWidth: 120, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {workspace.person?.realName ?? ''}
          </Flex>
        </Button>
      </Dropdown>
      {route ? <PageHelp open={helping} menuLink={route.menuLink} title={route.title} onClose={() => setHelping(false)} /> : null}
      <AppearancePanel open={looks} onClose={() => setLooks(false)} />
    </header>
  )
})

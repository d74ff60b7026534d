import { countCompanies, countDues, countMembers } from '@assoc/contract/member/home'
import { countMessages } from '@assoc/contract/message/home'
import { selectTodos } from '@assoc/contract/platform/workspace'
import type { MenuNode } from '@assoc/contract/rbac/own'
import { api, dateFormat } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, Flex, Skeleton, Typography, injectStyle, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState, type ReactNode } from 'react'
import { useWorkspace } from '../workspace/workspace-context'
import type { Bookmark } from '../workspace/workspace-store'
import { MenuIcon } from '../layout/MenuIcon'

interface Figure {
  label: string
  value: number
  link: string
}

// Numbers that areas offer; asked for only with the permit.
const FIGURES = [
  { title: '会员数量', call: countMembers },
  { title: '会费收缴', call: countDues },
  { title: '公司数量', call: countCompanies },
  { title: '本月群发', call: countMessages },
]

// As many columns as leave no card alone in a row.
const css = `
.home{container-type:inline-size}
.home-cards{display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
@container (min-width:700px){.home-cards{grid-template-columns:repeat(2,minmax(0,1fr))}.home-cards>:last-child:nth-child(odd){grid-column:1/-1}}
@container (min-width:1280px){.home-cards{grid-template-columns:none;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr)}.home-cards>:last-child:nth-child(odd){grid-column:auto}}
`

const firstLeaf = (node: MenuNode): string => (node.children[0] ? firstLeaf(node.children[0]) : node.menuPath)

/** The first page: a button for each area that the person may enter, their favourites, to-dos and numbers. */
export const HomePage = observer(function HomePage() {
  injectStyle('home-page', css)
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const workspace = useWorkspace()
  const { menuList } = session()
  const hour = Number(dateFormat(Date.now(), 'H'))
  const greeting = hour < 6 ? '夜深了' : hour < 12 ? '上午好' : hour < 18 ? '下午好' : '晚上好'
  return (
    <Flex vertical gap={16} className="home" style={{ maxWidth: 1440, margin: '0 auto' }}>
      <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
        {greeting}
        {workspace.person ? `，${workspace.person.realName}` : ''}
      </Typography.Title>
      <Flex gap={12} wrap>
        {menuList.map((node) => (
          <Button key={node.menuId} onClick={() => navigate(firstLeaf(node))} style={{ height: 72, minWidth: 168, justifyContent: 'flex-start', paddingInline: 20, background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}>
            <Flex gap={12} align="center">
              <span style={{ fontSize: 20, color: token.colorTextSecondary }}>
                <MenuIcon name={node.icon} />
              </span>
              <Flex vertical align="flex-start">
                <strong>{node.menuName}</strong>
                <span style={{ fontSize: 12, color: token.colorTextTertiary }}>{node.children.length} 项功能</span>
              </Flex>
            </Flex>
          </Button>
        ))}
      </Flex>
      <Figures title="我的待办" none="没有等您办理的事项" load={() => api(selectTodos, {})} />
      <div className="home-cards">
        {FIGURES.map(({ title, call }) =>
          call.access.kind === 'permit' && session().has(call.access.code) ? <Figures key={title} title={title} none="暂无" load={() => api(call, {})} /> : null,
        )}
        <Bookmarks title="我的收藏" list={workspace.favourites} empty="在页签上点右键，可收藏常用页面" />
        <Bookmarks title="最近访问" list={workspace.recent} empty="访问过的页面会出现在这里" />
      </div>
    </Flex>
  )
})

/** Title and content in a frame, without antd's card, which brings its tabs to the first page. */
function Panel({ title, children }: { title: string; children: ReactNode }) {
  const { token } = theme.useToken()
  return (
    <section className="home-panel" aria-label={title} style={{ background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <div style={{ padding: '8px 12px', fontWeight: token.fontWeightStrong, borderBottom: `1px solid ${token.colorBorderSecondary}` }}>{title}</div>
      <div style={{ padding: 12 }}>{children}</div>
    </section>
  )
}

function Figures({ title, none, load }: { title: string; none: string; load: () => Promise<Figure[]> }) {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const [figures, setFigures] = useState<Figure[] | 'failed' | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    load().then(
      (list) => current && setFigures(list),
      () => current && setFigures('failed'),
    )
    return () => {
      current = false
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `load` is another one with every drawing
  }, [round])
  return (
    <Panel title={title}>
      {figures === null ? <Skeleton active paragraph={{ rows: 2 }} title={false} /> : null}
      {figures === 'failed' ? <Button onClick={() => setRound(round + 1)}>没有加载成功，重试</Button> : null}
      {Array.isArray(figures) && figures.length === 0 ? <Typography.Text type="secondary">{none}</Typography.Text> : null}
      {Array.isArray(figures) ? (
        <Flex wrap gap={8} style={{ margin: '-4px -12px' }}>
          {figures.map((f) => (
            <Button key={f.label} type="text" onClick={() => navigate(f.link)} style={{ height: 'auto', padding: '6px 12px' }}>
              <Flex vertical align="flex-start">
                <span style={{ fontSize: 12, color: token.colorTextTertiary }}>{f.label}</span>
                <span style={{ fontSize: 20, fontVariantNumeric: 'tabular-nums', color: token.colorLink }}>{f.value.toLocaleString('zh-CN')}</span>
              </Flex>
            </Button>
          ))}
        </Flex>
      ) : null}
    </Panel>
  )
}

function Bookmarks({ title, list, empty }: { title: string; list: Bookmark[]; empty: string }) {
  const navigate = useNavigate()
  return (
    <Panel title={title}>
      {list.length === 0 ? <Typography.Text type="secondary">{empty}</Typography.Text> : null}
      <Flex wrap gap={4} style={{ margin: '-4px -15px' }}>
        {list.map((b) => (
          <Button key={b.path} type="link" onClick={() => navigate(b.path)}>
            {b.title}
          </Button>
        ))}
      </Flex>
    </Panel>
  )
}

import { countCompanies, countDues, countMembers } from '@assoc/contract/member/home'
import type { ResponseOf } from '@assoc/contract'
import { countMessages } from '@assoc/contract/message/home'
import { selectHome } from '@assoc/contract/platform/home'
import { api, dateFormat, isOld } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, Flex, Skeleton, Typography, injectStyle, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useWorkspace } from '../workspace/workspace-context'
import type { Bookmark } from '../workspace/workspace-store'
import { PageLink } from './PageLink'
import { Panel } from './Panel'

// After the first page stands: what leads to a list elsewhere does not wait for it.
const TourOffer = lazy(async () => ({ default: (await import(/* webpackChunkName: "home-todo" */ './TourOffer')).TourOffer }))
const TodoPanel = lazy(async () => ({ default: (await import(/* webpackChunkName: "home-todo" */ './TodoPanel')).TodoPanel }))

type Found = ResponseOf<typeof selectHome>

// Numbers that areas offer; there only with the permit.
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

/** The first page: what waits for the person, the oldest first; favourites, recent pages and numbers. */
export const HomePage = observer(function HomePage() {
  injectStyle('home-page', css)
  const workspace = useWorkspace()
  const { found, failed, again } = useHome()
  const hour = Number(dateFormat(Date.now(), 'H'))
  const greeting = hour < 6 ? '夜深了' : hour < 12 ? '上午好' : hour < 18 ? '下午好' : '晚上好'
  return (
    <Flex vertical gap={16} className="home" style={{ maxWidth: 1440, margin: '0 auto' }}>
      <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
        {greeting}
        {workspace.person ? `，${workspace.person.realName}` : ''}
      </Typography.Title>
      {workspace.toured === false && !session().roleView ? (
        <Suspense fallback={null}>
          <TourOffer />
        </Suspense>
      ) : null}
      <Suspense fallback={<Panel title="我的待办"><Skeleton active paragraph={{ rows: 4 }} title={false} /></Panel>}>
        <TodoPanel found={failed ? 'failed' : (found && (found.waiting ?? 'failed'))} onRetry={again} />
      </Suspense>
      <div className="home-cards">
        {FIGURES.map(({ title, call }) =>
          call.access.kind === 'permit' && session().has(call.access.code) ? (
            <Figures key={title} title={title} none="暂无" figures={failed ? 'failed' : (found && (found.numbers.find(({ path }) => path === call.path)?.figures ?? 'failed'))} onRetry={again} />
          ) : null,
        )}
        <Favourites />
        <Recent />
      </div>
    </Flex>
  )
})

/** What stands on the page, asked for in one call; when its tab comes back, again only if it is old. */
function useHome() {
  const [found, setFound] = useState<Found | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const answered = useRef({ at: 0, round: -1 })
  useEffect(() => {
    const at = Date.now()
    if (answered.current.round === round && !isOld(answered.current.at)) return
    let current = true
    api(selectHome, {}).then(
      (all) => {
        if (!current) return
        answered.current = { at, round }
        setFound(all)
        setFailed(false)
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [round])
  const again = useCallback(() => setRound((last) => last + 1), [])
  return { found, failed, again }
}

interface FiguresProps {
  title: string
  none: string
  figures: Found['numbers'][number]['figures'] | 'failed'
  onRetry: () => void
}

const Figures = memo(function Figures({ title, none, figures, onRetry }: FiguresProps) {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  return (
    <Panel title={title}>
      {figures === null ? <Skeleton active paragraph={{ rows: 2 }} title={false} /> : null}
      {figures === 'failed' ? <Button onClick={onRetry}>没有加载成功，重试</Button> : null}
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
})

// Each by itself: what was opened last changes at every navigation, and the rest of the page is not drawn for it.
const Favourites = observer(function Favourites() {
  return <Bookmarks title="我的收藏" list={useWorkspace().favourites} empty="在页签上点右键，可收藏常用页面" />
})
const Recent = observer(function Recent() {
  return <Bookmarks title="最近访问" list={useWorkspace().recent} empty="访问过的页面会出现在这里" />
})

function Bookmarks({ title, list, empty }: { title: string; list: Bookmark[]; empty: string }) {
  return (
    <Panel title={title}>
      {list.length === 0 ? <Typography.Text type="secondary">{empty}</Typography.Text> : null}
      <Flex wrap gap="4px 20px">
        {list.map((b) => (
          <PageLink key={b.path} to={b.path}>
            {b.title}
          </PageLink>
        ))}
      </Flex>
    </Panel>
  )
}

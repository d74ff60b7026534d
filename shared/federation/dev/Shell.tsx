import { queryUserCenterByUserId } from '@assoc/contract/rbac/own'
import { api } from '@assoc/http'
import { BrowserRouter, useLocation, useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, FailedToLoad, Flex, NoPermission, Select, Spin, StateScreen, TabContext, Tag, theme, Typography, UiProvider, type TabInfo } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { targetOf } from './address'
import { Boundary } from './Boundary'
import { views, type DevView } from './views'

const names = views.map((v) => v.name)

/** Whether the signed-in person may open a view; the server decides again for every call. */
const mayOpen = (access: DevView['access']) => access === 'signedIn' || access === 'public' || session().has(access)

/** One remote in a small shell: its views, the person, and nothing else of the console. */
export const Shell = observer(function Shell() {
  const { menuList, menuError, permitList, ended } = session()
  const ready = menuList.length > 0 || permitList.size > 0
  return (
    <UiProvider>
      <BrowserRouter>
        <Frame>
          {menuError ? (
            <FailedToLoad message={menuError} onRetry={() => void session().requestMenu()} />
          ) : ready ? (
            <View />
          ) : (
            <Flex justify="center" style={{ padding: 96 }}>
              <Spin />
            </Flex>
          )}
          {ended ? <StateScreen mark="lock" title={ended.message} /> : null}
        </Frame>
      </BrowserRouter>
    </UiProvider>
  )
})

const Frame = observer(function Frame({ children }: { children: ReactNode }) {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { userInfo, menuList } = session()
  const target = targetOf(pathname, __DEV_REMOTE__, names, menuList)
  return (
    <Flex vertical style={{ minHeight: '100%', background: token.colorBgLayout }}>
      <Flex
        component="header"
        align="center"
        gap={12}
        style={{ padding: '8px 16px', background: token.colorBgContainer, borderBottom: `1px solid ${token.colorBorderSecondary}` }}
      >
        <Typography.Text strong>{__DEV_REMOTE__}</Typography.Text>
        <Tag>单独运行</Tag>
        <Select
          aria-label="视图"
          style={{ width: 320 }}
          showSearch={{ optionFilterProp: 'label' }}
          value={target.kind === 'view' ? target.name : null}
          options={views.map((v) => ({ value: v.name, label: `${v.title} · ${v.name}` }))}
          onChange={(name: string) => navigate(`/${name}`)}
        />
        <span style={{ flex: 1 }} />
        <PersonName key={userInfo?.userId} userId={userInfo?.userId} />
        <Button size="small" onClick={() => void session().logout()}>
          退出登录
        </Button>
      </Flex>
      <main style={{ padding: 16, flex: 1 }}>{children}</main>
    </Flex>
  )
})

function PersonName({ userId }: { userId: string | undefined }) {
  const [name, setName] = useState('')
  useEffect(() => {
    if (!userId) return
    // The name is an ornament: without it the views still work.
    void api(queryUserCenterByUserId, { userId }).then(
      (person) => setName(person.realName),
      () => undefined,
    )
  }, [userId])
  return <Typography.Text data-testid="person">{name}</Typography.Text>
}

const View = observer(function View() {
  const { pathname, search } = useLocation()
  const target = targetOf(pathname, __DEV_REMOTE__, names, session().menuList)
  const view = target.kind === 'view' ? views.find((v) => v.name === target.name) : undefined
  const title = view?.title
  const tab = useMemo<TabInfo>(
    () => ({
      key: pathname + search,
      visible: true,
      setDirty: () => undefined,
      setTitle: (text) => {
        document.title = text
      },
      close: () => window.history.back(),
    }),
    [pathname, search],
  )
  useEffect(() => {
    document.title = title ? `${title} · ${__DEV_REMOTE__}` : __DEV_REMOTE__
  }, [title])
  if (!view) {
    return target.kind === 'elsewhere' ? (
      <StateScreen mark="plug" title={`此地址属于 ${target.menuLink}`}>
        这里只有 {__DEV_REMOTE__} 的视图，请在完整的控制台中打开。
      </StateScreen>
    ) : (
      <StateScreen mark="search" title="没有这个视图">
        请在上方选择一个视图。
      </StateScreen>
    )
  }
  if (!mayOpen(view.access)) return <NoPermission />
  return (
    <TabContext.Provider value={tab}>
      <Boundary key={view.name}>
        <Suspense fallback={<Spin />}>
          <view.Page />
        </Suspense>
      </Boundary>
    </TabContext.Provider>
  )
})

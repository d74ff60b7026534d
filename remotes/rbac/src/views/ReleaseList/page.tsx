import { CODE } from '@assoc/contract'
import { endCanary, selectReleases, switchRelease } from '@assoc/contract/rbac/release'
import { ApiError, api, dateFormat } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, Button, FailedToLoad, Flex, ReasonDialog, ReloadOutlined, Skeleton, StateScreen, theme, Tooltip, Typography, useAnswer, useTab } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { CanaryDialog } from './CanaryDialog'
import { ModulePanel } from './ModulePanel'
import { EFFECT, byModule, commandOf, isOlder, type Action } from './releases'

/** Milliseconds after which the figures are read again. */
const REFRESH_MS = 15_000

/** Which version of each module people get, how it fares, and the switch to another. */
function ReleaseListView() {
  const { token } = theme.useToken()
  const { visible } = useTab()
  const { data, error, reload } = useAnswer(selectReleases, {})
  const [asked, setAsked] = useState<{ action: Action; serial: number } | null>(null)
  useEffect(() => {
    // A list that changes below an open dialog would change what the person is deciding on.
    if (!visible || asked) return
    const again = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    const timer = setInterval(again, REFRESH_MS)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [visible, asked, reload])
  const modules = data ? byModule(data.items) : []
  const maySwitch = session().has('rbac:release:switch')
  const close = () => setAsked(null)

  /** Sends an action. What somebody else has changed meanwhile is said and read again, and the dialog goes: it spoke of another state. */
  const perform = async (send: () => Promise<unknown>, done: string) => {
    try {
      await send()
      toasts.success(done)
    } catch (caught) {
      if (!(caught instanceof ApiError)) toasts.error('网络连接失败，请稍后重试')
      if (!(caught instanceof ApiError) || caught.code !== CODE.conflict) throw caught
      toasts.error('发布清单刚被他人更改，已重新读取，请核对后再操作')
    }
    close()
    await reload()
  }
  const quiet = { quiet: [CODE.conflict] }
  const { action, serial = 0 } = asked ?? {}

  return (
    <Flex vertical gap={12}>
      <section aria-label="应用发布" style={{ padding: '12px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
        <Flex align="center" justify="space-between" gap={12}>
          <Flex align="baseline" gap={12} wrap>
            <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
              应用发布
            </Typography.Title>
            {data && data.items.length > 0 ? (
              <Typography.Text type={error ? 'danger' : 'secondary'} role="status">
                {error ? `${error}；以下为上次读取的内容` : `发布清单第 ${data.serial} 号，签发于 ${dateFormat(data.issuedTime, 'YYYY-MM-DD HH:mm')}`}
              </Typography.Text>
            ) : null}
          </Flex>
          <Tooltip title="刷新">
            <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void reload()} />
          </Tooltip>
        </Flex>
        {data && !maySwitch && modules.length > 0 ? <Typography.Text type="secondary">您没有切换发布版本的权限，仅供查看。</Typography.Text> : null}
        {!data && !error ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
        {!data && error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
        {data && modules.length === 0 ? (
          <StateScreen title="还没有发布过模块">
            在发布端执行 <Typography.Text code>pnpm release 模块名</Typography.Text> 后，版本会显示在这里。
          </StateScreen>
        ) : null}
      </section>
      {data && data.refused.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title="有版本没有可信的发布签名，不能启用"
          description={`${data.refused.map((r) => `${r.moduleName} ${r.version}`).join('、')}。如仍需要，请在发布端重新发布；来历不明的，请联系系统管理员查明。`}
        />
      ) : null}
      {modules.map((module) => (
        <ModulePanel
          key={module.name}
          module={module}
          switchable={maySwitch && data?.signs === true}
          hint={maySwitch && data?.signs === false ? commandOf(module.name) : null}
          onAction={(next) => setAsked({ action: next, serial: data?.serial ?? 0 })}
        />
      ))}
      {action?.kind === 'switch' ? (
        <ReasonDialog
          title={`${isOlder(action.row, action.module.live) ? '回退到此版本' : '设为全员版本'} · ${action.module.title}`}
          text={`所有人员改用 ${action.row.version}${action.module.live ? `，取代 ${action.module.live.version}` : ''}${action.module.canaries.length > 0 ? '；该模块的灰度同时结束' : ''}。${EFFECT}`}
          confirmText={isOlder(action.row, action.module.live) ? '回退' : '设为全员'}
          reason="required"
          danger={isOlder(action.row, action.module.live)}
          onClose={close}
          onConfirm={(reason) => perform(() => api(switchRelease, { name: action.row.name, version: action.row.version, serial, reason }, quiet), `${action.module.title}已切换到 ${action.row.version}`)}
        />
      ) : null}
      {action?.kind === 'endCanary' ? (
        <ReasonDialog
          title={`结束灰度 · ${action.module.title}`}
          text={`所有人员使用全员版本 ${action.module.live?.version ?? ''}。${EFFECT}`}
          confirmText="结束灰度"
          reason="required"
          onClose={close}
          onConfirm={(reason) => perform(() => api(endCanary, { name: action.module.name, serial, reason }, quiet), `${action.module.title}的灰度已结束`)}
        />
      ) : null}
      {action?.kind === 'canary' ? <CanaryDialog module={action.module} row={action.row} serial={serial} groups={data?.groups ?? []} perform={perform} onClose={close} /> : null}
    </Flex>
  )
}

export default observer(ReleaseListView)

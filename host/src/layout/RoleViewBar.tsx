import { endRoleView } from '@assoc/contract/rbac/own'
import { api, dateFormat } from '@assoc/http'
import { session, tellLost } from '@assoc/session'
import { Alert, Button } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useWorkspace } from '../workspace/workspace-context'

/** Says all the time that the console is looked at as a role, until when, and ends it. */
export const RoleViewBar = observer(function RoleViewBar(_props: { open: boolean }) {
  const view = useWorkspace().person?.roleView ?? null
  const [busy, setBusy] = useState(false)
  const until = view?.until
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => session().startAnew(false), Math.max(0, Date.parse(until) - Date.now()) + 1_000)
    return () => clearTimeout(timer)
  }, [until])
  if (!view) return null
  const end = async () => {
    setBusy(true)
    try {
      await session().covered(() => api(endRoleView, {}))
      session().startAnew(false)
    } catch (error) {
      tellLost(error)
      setBusy(false)
    }
  }
  return (
    <Alert
      banner
      type="warning"
      role="status"
      title={`正在以“${view.roleName}”角色查看控制台：只能查看，不能办理、导出或查看明文。${dateFormat(view.until, 'HH:mm')} 自动结束。`}
      action={
        <Button size="small" type="primary" loading={busy} onClick={() => void end()}>
          结束角色查看
        </Button>
      }
    />
  )
})

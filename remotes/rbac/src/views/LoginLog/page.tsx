import { loginLog, loginResult, loginWay, type LoginLogRow } from '@assoc/contract/rbac/log'
import { ListPage, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { deviceName } from '../../lib/device'
import { ExportButton } from '../../lib/ExportButton'

const COLUMNS: Column<LoginLogRow>[] = [
  { field: 'loginTime', width: 155, sortable: true },
  { field: 'loginName', width: 160 },
  { field: 'realName', width: 110 },
  { field: 'loginResult', width: 120, tag: loginResult },
  { field: 'loginWay', width: 90 },
  { field: 'ip', width: 140 },
  { field: 'device', width: 200, render: (row) => <span title={row.device}>{deviceName(row.device)}</span> },
]

/** Who tried to sign in, when, from where and with what outcome. */
function LoginLog() {
  const list = useResourceList({
    call: loginLog.list,
    idOf: (row) => row.loginLogId,
    filters: ['loginName', 'loginResult', 'loginTimeFrom', 'loginTimeTo', 'ip', 'loginWay'],
    sortable: ['loginTime'],
  })
  return (
    <ListPage
      name="rbac/LoginLog"
      title="登录日志"
      list={list}
      row={loginLog.row}
      columns={COLUMNS}
      search={[
        { kind: 'text', name: 'loginName', label: '账号', placeholder: '账号开头、姓名或拼音首字母' },
        { kind: 'select', name: 'loginResult', label: '结果', options: loginResult.options },
        { kind: 'dates', name: 'loginTimeFrom', to: 'loginTimeTo', label: '时间' },
        { kind: 'text', name: 'ip', label: '来源地址', placeholder: '地址开头，例如 10.1.' },
        { kind: 'select', name: 'loginWay', label: '方式', options: loginWay.options },
      ]}
      toolbar={<ExportButton call={loginLog.exportRows} list={list} />}
    />
  )
}

export default observer(LoginLog)

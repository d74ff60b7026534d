import { auditLog, auditResult, selectAuditOptions, type AuditLogRow } from '@assoc/contract/rbac/log'
import { dateFormat } from '@assoc/http'
import { ListPage, useAnswer, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { ExportButton } from '../../lib/ExportButton'
import { EntryDrawer } from './Entry'
import { SealBar } from './SealBar'

const COLUMNS: Column<AuditLogRow>[] = [
  { field: 'time', width: 180, sortable: true, render: (row) => dateFormat(row.time), text: (row) => dateFormat(row.time) },
  { field: 'userName', width: 100 },
  { field: 'module', width: 100 },
  { field: 'title', width: 150 },
  { field: 'recordType', width: 100 },
  { field: 'recordName', width: 170 },
  { field: 'recordId', width: 90, hidden: true },
  { field: 'verb', width: 105 },
  { field: 'result', width: 95, tag: auditResult },
  { field: 'code', width: 90, hidden: true },
  { field: 'reason', width: 140 },
  { field: 'durationMs', width: 110 },
  { field: 'ip', width: 130 },
  { field: 'path', width: 260, hidden: true },
  { field: 'requestId', width: 200, hidden: true },
]

/** What people did and what was refused them; sealed against change. */
function OperLog() {
  const [openId, setOpenId] = useState<string | null>(null)
  const options = useAnswer(selectAuditOptions, {})
  const list = useResourceList({
    call: auditLog.list,
    idOf: (row) => row.auditId,
    filters: ['title', 'userName', 'timeFrom', 'timeTo', 'module', 'recordType', 'recordId', 'verb', 'result', 'code'],
    sortable: ['time'],
  })
  const { rows, query } = list.store
  const at = rows.findIndex((row) => row.auditId === openId)
  const open = rows[at]
  const neighbour = (by: number) => {
    const row = rows[at + by]
    return row ? () => setOpenId(row.auditId) : null
  }
  return (
    <>
      <ListPage
        name="rbac/OperLog"
        title="操作日志"
        list={list}
        row={auditLog.row}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'title', label: '操作', placeholder: '操作名称或接口路径' },
          { kind: 'text', name: 'userName', label: '操作人', placeholder: '姓名、账号或拼音首字母' },
          { kind: 'dates', name: 'timeFrom', to: 'timeTo', label: '时间' },
          { kind: 'select', name: 'module', label: '模块', options: options.data?.modules ?? [] },
          { kind: 'select', name: 'recordType', label: '记录类型', options: options.data?.recordTypes ?? [] },
          { kind: 'text', name: 'recordId', label: '记录编号' },
          { kind: 'select', name: 'verb', label: '动作', options: options.data?.verbs ?? [] },
          { kind: 'select', name: 'result', label: '结果', options: auditResult.options },
          { kind: 'text', name: 'code', label: '返回码', placeholder: '例如 P00001' },
        ]}
        toolbar={<ExportButton call={auditLog.exportRows} list={list} />}
        onOpen={(row) => setOpenId(row.auditId)}
      >
        <SealBar from={query.filters['timeFrom']} to={query.filters['timeTo']} />
      </ListPage>
      {open ? <EntryDrawer entry={open} onPrevious={neighbour(-1)} onNext={neighbour(1)} onClose={() => setOpenId(null)} /> : null}
    </>
  )
}

export default observer(OperLog)

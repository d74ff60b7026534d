import { handleStatus, refreshUnpaidCases, unpaidCase } from '@assoc/contract/member/arrears'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button } from '@assoc/ui'
import { resourcePage } from '@assoc/ui/data'
import { useState } from 'react'

/** Members that have paid nothing for years, and how they are dealt with. */
export default resourcePage({
  name: 'member/ThreeYearUnpaid',
  title: '三年未缴名单',
  resource: unpaidCase,
  columns: [
    { field: 'memberName', width: 190 },
    { field: 'memberNo', width: 115 },
    { field: 'handleStatus', width: 115, tag: handleStatus },
    { field: 'unpaidYears', width: 150 },
    { field: 'unpaidTotal', width: 125 },
    { field: 'lastPayDate', width: 115 },
    { field: 'dunningCount', width: 85 },
    { field: 'stockCode', width: 100, hidden: true },
    { field: 'creditCode', width: 190, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  toolbar: ({ reload }) => (session().has('fee:unpaid:handle') ? <Refresh onDone={() => void reload()} /> : null),
  actionsWidth: 130,
  texts: {
    dun: '登记催缴记录时会自动转为催缴中。',
    propose: '提请理事会审议后续处理，请写明催缴情况。',
    handle: '办结前请先在“退会与除名”中登记审议结果。',
    sendBack: '退回后继续催缴。',
  },
})

/** Brings the list up to date now; otherwise it happens at night. */
function Refresh({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    try {
      const { added, paid } = await api(refreshUnpaidCases, {})
      toasts.success(added + paid === 0 ? '名单已是最新' : `新列入 ${added} 家，已补缴 ${paid} 家`)
      onDone()
    } catch {
      // The refusal has been shown as a toast.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void refresh()}>
      更新名单
    </Button>
  )
}

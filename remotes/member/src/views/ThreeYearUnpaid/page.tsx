import { handleStatus, handleUnpaidCase, refreshUnpaidCases, unpaidCase, unpaidConclusion } from '@assoc/contract/fee/arrears'
import { nextStep } from '@assoc/contract/fee/next-step'
import { api, yuan } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Alert, Button, FormDrawer, resourcePage, type FormField, type PageDialog, type RowOf } from '@assoc/ui'
import { useState } from 'react'
import { RemindChosen } from '../../message/remind'

type Case = RowOf<typeof unpaidCase.list>

/** Members that have paid nothing for years, and how they are dealt with. */
export default resourcePage({
  name: 'member/ThreeYearUnpaid',
  title: '三年未缴名单',
  resource: unpaidCase,
  columns: [
    { field: 'memberName', width: 190 },
    { field: 'memberNo', width: 115 },
    { field: 'handleStatus', width: 115, tag: handleStatus },
    { field: 'unpaidYears', width: 135 },
    { field: 'unpaidTotal', width: 120 },
    { field: 'leftTotal', width: 120 },
    { field: 'dunningCount', width: 85 },
    { field: 'nextStep', width: 120, tag: nextStep },
    { field: 'lastPayDate', width: 115, hidden: true },
    { field: 'conclusion', width: 120, hidden: true },
    { field: 'withdrawText', width: 190, hidden: true },
    { field: 'stockCode', width: 100, hidden: true },
    { field: 'creditCode', width: 190, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  toolbar: (tools) => (
    <>
      <RemindChosen from="case" tools={tools} />
      {session().has('fee:unpaid:handle') ? <Refresh onDone={() => void tools.reload()} /> : null}
    </>
  ),
  actions: (row, { show }) => (row.handleStatus === 'review' && session().has('fee:unpaid:decide') && !row.separated?.includes('handle') ? [{ key: 'handle', label: '办结', danger: true, onClick: () => show('conclude', row) }] : []),
  dialogs: { conclude: Conclude },
  texts: {
    dun: '登记催缴记录时会自动转为催缴中。',
    propose: '提请理事会审议后续处理，请写明催缴情况。',
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
    } catch (error) {
      tellLost(error)
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

const FIELDS: FormField[] = [
  { name: 'conclusion', kind: 'select', options: unpaidConclusion.options, help: '结论为自动丧失会籍或除名的，办结时在“退会与除名”中开始办理' },
  { name: 'decisionNo', kind: 'text' },
  { name: 'reason', kind: 'longText', placeholder: '审议机构、依据和理由' },
]

/** Asks what was decided; a membership that is to end gets its case at once. */
function Conclude({ row, onClose, onDone }: PageDialog<Case>) {
  return (
    <FormDrawer
      open
      title={`办结：${row.memberName}`}
      call={handleUnpaidCase}
      fields={FIELDS}
      initial={{}}
      hidden={{ caseId: row.caseId, version: row.version }}
      submitText="办结"
      danger
      onClose={onClose}
      onDone={({ withdrawId, opened }, { conclusion }) => {
        toasts.success(opened ? '已办结，退会与除名已开始办理' : withdrawId ? '已办结。该会员已有办理中的退会与除名，未另行登记' : conclusion === 'keep' ? '已办结，会籍保留' : '已办结。该会员的会籍此前已经终止')
        onDone()
      }}
    >
      <Alert type="info" showIcon title={row.leftTotal === row.unpaidTotal ? `${row.unpaidYears} 年度欠缴 ${yuan(row.unpaidTotal)} 元` : `${row.unpaidYears} 年度欠缴 ${yuan(row.unpaidTotal)} 元，尚欠 ${yuan(row.leftTotal)} 元`} />
    </FormDrawer>
  )
}

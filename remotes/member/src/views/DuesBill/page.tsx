import { billStatus, duesBill } from '@assoc/contract/fee/bill'
import { nextStep } from '@assoc/contract/fee/next-step'
import { session } from '@assoc/session'
import { Button, resourcePage, Tag } from '@assoc/ui'
import { useState } from 'react'
import { BillRun } from './BillRun'
import { searchOf } from '../../fee/search'
import { RemindChosen } from '../../message/remind'

/** What members owe, year by year. */
export default resourcePage({
  name: 'member/DuesBill',
  title: '年度会费账单',
  resource: duesBill,
  search: searchOf(duesBill, '编号、公司或代码'),
  columns: [
    { field: 'billNo', width: 165, sortable: true },
    { field: 'memberName', width: 180 },
    { field: 'billYear', width: 65, align: 'left' },
    { field: 'billStatus', width: 110, tag: billStatus },
    { field: 'payableAmount', width: 125 },
    { field: 'unpaidAmount', width: 145, sortable: true },
    { field: 'dueDate', width: 160, sortable: true, render: (row) => <>{row.dueDate} {row.overdue ? <Tag color="error">逾期</Tag> : null}</> },
    { field: 'nextStep', width: 120, tag: nextStep },
    { field: 'paidAmount', width: 130, hidden: true },
    { field: 'memberNo', width: 130, hidden: true },
    { field: 'standardName', width: 200, hidden: true },
    { field: 'grossAmount', width: 130, hidden: true },
    { field: 'reduceAmount', width: 130, hidden: true },
  ],
  detail: ['billNo', 'billYear', 'memberNo', 'memberName', 'stockCode', 'standardName', 'grossAmount', 'reduceAmount', 'payableAmount', 'paidAmount', 'unpaidAmount', 'dueDate', 'overdue', 'nextStep', 'billStatus', 'updateTime'],
  nameOf: (row) => row.billNo,
  texts: { cancel: '作废后此账单不再收取，可以重新生成本年度账单。' },
  toolbar: (tools) => (
    <>
      <RemindChosen from="bill" tools={tools} />
      <RunButton onMade={() => void tools.reload()} />
    </>
  ),
})
function RunButton({ onMade }: { onMade: () => void }) {
  const [open, setOpen] = useState(false)
  if (!session().has('fee:bill:generate')) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        生成年度账单
      </Button>
      {open ? (
        <BillRun
          onClose={(made) => {
            setOpen(false)
            if (made) onMade()
          }}
        />
      ) : null}
    </>
  )
}

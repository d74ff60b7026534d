import { bankCheck, invoiceApply, invoiceStatus } from '@assoc/contract/invoice/apply'
import { yuan } from '@assoc/http'
import { useLocation } from '@assoc/router'
import { session } from '@assoc/session'
import { Alert, Button, PlusOutlined, resourcePage, Tag, type RowOf } from '@assoc/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { searchOf } from '../../fee/search'

type Row = RowOf<typeof invoiceApply.list>

const ApplyForm = lazy(() => import('./ApplyForm'))
const RegisterForm = lazy(() => import('../InvoiceLedger/RegisterForm'))
const ofApply = ({ applyId, applyNo, ticketType, title, amount, taxAmount }: Row) => ({ kind: 'applyId' as const, id: applyId, no: applyNo, ticketType, title, amount, taxAmount })
/** How the bank's statements and an application stand, in short for the list. */
const CHECKS = { checked: { color: 'green', children: '已核对' }, unchecked: { color: 'warning', children: '未核对' }, differs: { color: 'red', children: '不符' } }
const mayAsk = () => session().has('invoice:apply:insert')

/** Invoices that are asked for: checked by another person, then written. */
export default resourcePage({
  name: 'member/InvoiceApply',
  title: '开票申请',
  resource: invoiceApply,
  create: false,
  nameOf: ({ applyNo, title, amount }) => `${applyNo}，${title}，${yuan(amount)} 元`,
  search: searchOf(invoiceApply, '申请编号、抬头、编号或公司'),
  columns: [
    { field: 'applyNo', width: 150, sortable: true },
    { field: 'title', width: 190 },
    { field: 'ticketType', width: 215 },
    { field: 'amount', width: 138, sortable: true },
    { field: 'invoiceStatus', width: 95, tag: invoiceStatus },
    { field: 'bankCheck', width: 88, render: ({ bankCheck: check }) => (check ? <Tag {...CHECKS[check]} /> : null), text: ({ bankCheck: check }) => (check ? bankCheck.labels[check] : '') },
    { field: 'bizType', width: 90, hidden: true },
    { field: 'invoiceNo', width: 190, hidden: true },
    { field: 'memberNo', width: 120, hidden: true },
    { field: 'itemName', width: 160, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  // Drawn by the form of the page's own.
  fields: { memberId: { kind: 'text' }, headId: { kind: 'text' }, payIds: { kind: 'text' } },
  toolbar: ({ reload }) => (mayAsk() ? <NewButton onDone={() => void reload()} /> : null),
  actions: (row, { show }) => [
    ...(row.abilities.includes('submit') ? [{ key: 'edit', label: '修改', onClick: () => show('edit', row) }] : []),
    ...(row.invoiceStatus === 'toIssue' && row.byHand && session().has('invoice:ticket:issue') ? [{ key: 'register', label: '登记票据', onClick: () => show('register', row) }] : []),
  ],
  detail: ['applyNo', 'memberNo', 'memberName', 'bizType', 'ticketType', 'title', 'taxNo', 'itemName', 'amount', 'taxRate', 'taxAmount', 'receivedSerial', 'receivedDate', 'receivedAmount', 'bankCheck', 'invoiceStatus', 'invoiceNo', 'remark', 'updateTime'],
  inDetail: (row) => (
    <>
      {row.problem ? <Alert type="warning" showIcon title="开票失败" description={row.problem} /> : null}
      {row.bankCheck === 'unchecked' ? <Alert type="warning" showIcon title="未与银行流水核对" description="银行流水中没有这个流水号，到账金额由申请人填写，请核对到账凭证。" /> : null}
      {row.bankCheck === 'differs' ? <Alert type="error" showIcon title="与银行流水不符" description="银行流水中这个流水号的金额不同，或没有记为其他业务。" /> : null}
    </>
  ),
  texts: {
    pass: '审核通过后等待开票。登记、修改或提交过的人不能审核。',
    reject: '请写明原因，申请人修改后可以重新提交。占用的可开票金额同时释放。',
    submit: '重新提交后由他人审核。',
    withdraw: '撤回后不能恢复，占用的可开票金额同时释放。',
    issue: '确认后按上面的抬头和金额向开票平台开具，开出的票据只能红冲，不能撤销。没有接入正式开票平台时，开出的只是试用票据，不能作为凭证。',
  },
  dialogs: {
    edit: (given) => <ApplyForm {...given} />,
    register: ({ row, ...on }) => <RegisterForm of={ofApply(row)} {...on} />,
  },
})

/** Money that came, as the link of another page says it: the fee of a meeting. */
function cameBy(search: string): Record<string, unknown> | undefined {
  const given = new URLSearchParams(search)
  if (given.get('ask') !== 'meeting') return undefined
  const money = /^\d{1,11}$/.test(given.get('money') ?? '') ? Number(given.get('money')) : null
  return { memberId: given.get('of'), receivedSerial: given.get('serial'), receivedDate: given.get('day'), receivedAmount: money, amount: money, itemName: given.get('item') }
}

function NewButton({ onDone }: { onDone: () => void }) {
  const { search } = useLocation()
  const [open, setOpen] = useState(false)
  const [came, setCame] = useState<Record<string, unknown>>()
  useEffect(() => {
    const asked = cameBy(search)
    if (!asked) return
    setCame(asked)
    setOpen(true)
  }, [search])
  const close = () => {
    setOpen(false)
    setCame(undefined)
  }
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        新增开票申请
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ApplyForm
            row={null}
            came={came}
            onClose={close}
            onDone={() => {
              close()
              onDone()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

import type { ResponseOf } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { feeMemberLookup } from '@assoc/contract/fee/lookups'
import { bizType, invoiceApply, selectInvoiceable, taxRate, ticketType, updateInvoiceApply } from '@assoc/contract/invoice/apply'
import { api, yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Form, FormDrawer, RefSelect, Select, type FormField, type FormInstance, type RowOf } from '@assoc/ui'
import { useEffect, useMemo, useState } from 'react'

type Row = RowOf<typeof invoiceApply.list>
type Open = ResponseOf<typeof selectInvoiceable>

/** A payment that an invoice is asked for. */
interface Asked {
  paymentId: string
  memberId: string
  memberName: string
  memberNo: string
}

const NONE: Open = { payments: [], heads: [] }
const VAT = ticketType.options.filter((o) => o.value !== 'dues')

interface OwnProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
}

/** A choice that tells the form around it what was chosen; `hold` hears of whatever it holds, also of what a draft has put there. */
function Telling({ options, tell, hold, multiple, empty, ...own }: OwnProps & { options: { value: string; label: string }[]; tell: (value: never, form: FormInstance) => void; hold?: (value: string) => void; multiple?: boolean; empty?: string }) {
  const form = Form.useFormInstance()
  const held = own.value
  useEffect(() => {
    if (typeof held === 'string') hold?.(held)
  }, [held]) // eslint-disable-line react-hooks/exhaustive-deps -- told once a value
  return (
    <Select
      {...(own.id ? { id: own.id } : {})}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      value={own.value ?? null}
      options={options}
      placeholder="请选择"
      notFoundContent={empty ?? '没有可选项'}
      onChange={(value: unknown) => {
        own.onChange?.(value)
        tell(value as never, form)
      }}
    />
  )
}

/** Notices which member the form holds, and reads what they have open. */
function Watching({ children, tell, ...own }: OwnProps & { children: (own: OwnProps) => React.ReactNode; tell: (memberId: string | null, form: FormInstance) => void }) {
  const form = Form.useFormInstance()
  const memberId = (own.value as string | undefined) ?? null
  useEffect(() => tell(memberId, form), [memberId]) // eslint-disable-line react-hooks/exhaustive-deps -- told once a member
  return children(own)
}

/**
 * The form of an application: what a kind does not need is not shown, and what the member has open is offered. Of several payments
 * none is chosen by itself: which of them stand on one invoice is the person's word. `of` is a payment that it is asked for,
 * `came` other money that came, such as the fee of a meeting.
 */
export default function ApplyForm({ row, of, came, onClose, onDone }: { row: Row | null; of?: Asked; came?: Record<string, unknown> | undefined; onClose: () => void; onDone: () => void }) {
  const [biz, setBiz] = useState<string>(row?.bizType ?? (came ? 'meeting' : 'dues'))
  const [invoice, setInvoice] = useState<string>(row?.ticketType ?? (came ? 'normal' : 'dues'))
  const [open, setOpen] = useState<Open>(NONE)
  const dues = biz === 'dues'
  const known = row ?? of

  const fields = useMemo((): FormField[] => {
    const sumIn = (found: Open, ids: readonly string[]) => found.payments.filter((p) => ids.includes(p.paymentId)).reduce((sum, p) => sum + p.open, 0)
    const sumOf = (ids: readonly string[]) => sumIn(open, ids)
    const chosenOf = ({ payments }: Open, memberId: unknown) => (of && memberId === of.memberId ? payments.filter((p) => p.paymentId === of.paymentId) : payments.length === 1 ? payments : []).map((p) => p.paymentId)
    const loaded = (memberId: string | null, form: FormInstance) => {
      if (!memberId) return setOpen(NONE)
      void api(selectInvoiceable, { memberId })
        .then((found) => {
          // Another member may have been chosen meanwhile.
          if (form.getFieldValue('memberId') !== memberId) return
          setOpen(found)
          if (row && memberId === row.memberId) return
          // What a draft holds of this member stays.
          if (found.heads.some((h) => h.headId === form.getFieldValue('headId'))) return
          const ids = chosenOf(found, memberId)
          form.setFieldsValue({ headId: found.heads[0]?.headId ?? null, ...(form.getFieldValue('bizType') === 'dues' ? { payIds: ids, amount: sumIn(found, ids) || null } : {}) })
        })
        .catch(() => setOpen(NONE))
    }
    const chosenBiz = (value: string, form: FormInstance) => {
      setBiz(value)
      setInvoice(value === 'dues' ? 'dues' : 'normal')
      const ids = value === 'dues' ? chosenOf(open, form.getFieldValue('memberId')) : []
      form.setFieldsValue({ ticketType: value === 'dues' ? 'dues' : 'normal', payIds: ids, amount: sumOf(ids) || null, itemName: value === 'dues' ? `${yearNow()} 年度会费` : null })
    }
    // All of them always: the contract says beside which business a field is shown, and a draft brings back each.
    return [
      { name: 'memberId', kind: 'own', span: 2, render: <Watching tell={loaded}>{(own) => <RefSelect {...(own as object)} lookup={feeMemberLookup} {...(known ? { known: [{ value: known.memberId, label: `${known.memberName} · ${known.memberNo}` }] } : {})} />}</Watching> },
      { name: 'bizType', kind: 'own', render: <Telling options={bizType.options} tell={chosenBiz} hold={setBiz} /> },
      { name: 'ticketType', kind: 'own', render: <Telling options={dues ? ticketType.options.filter((o) => o.value === 'dues') : VAT} tell={setInvoice} hold={setInvoice} />, ...(dues ? { help: '会费只开具会费统一票据' } : {}) },
      { name: 'headId', kind: 'own', span: 2, ...(invoice === 'special' ? { help: '须为企业单位、与公司全称一致，并有银行、地址和电话' } : {}), render: <Select placeholder={open === NONE ? '请先选择会员' : open.heads.length > 0 ? '请选择' : '该会员还没有启用的抬头，请先登记'} notFoundContent="该会员还没有启用的抬头，请先在「发票抬头」中登记" options={open.heads.map((h) => ({ value: h.headId, label: `${h.title}${h.taxNo ? `（${h.taxNo}）` : ''}` }))} /> },
      {
        name: 'payIds', kind: 'own', span: 2, help: '多笔缴费合开一张时逐笔选择，付款户名须一致；先用到账较早的缴费',
        render: <Telling multiple empty="该会员没有可开票的缴费" options={open.payments.map((p) => ({ value: p.paymentId, label: `${p.payDate} ${p.payNo}，${p.payerName}，可开 ${yuan(p.open)} 元` }))} tell={(ids: string[], form) => form.setFieldsValue({ amount: sumOf(ids) || null })} />,
      },
      { name: 'receivedSerial', kind: 'text', help: '必填；按银行流水核对，同一流水号合计不超过到账金额' },
      { name: 'receivedDate', kind: 'date', help: '必填' },
      { name: 'receivedAmount', kind: 'money', help: '必填' },
      { name: 'amount', kind: 'money', ...(dues ? { help: '默认为所选缴费的可开票金额之和' } : { help: '含税金额' }) },
      { name: 'taxRate', kind: 'select', options: invoice === 'special' ? taxRate.options.filter((o) => o.value !== 'free') : taxRate.options, help: '必填' },
      { name: 'itemName', kind: 'text' },
      { name: 'remark', kind: 'longText' },
    ]
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the row stays the same while the form is open
  }, [biz, invoice, open])

  const unused = dues ? { receivedSerial: null, receivedDate: null, receivedAmount: null, taxRate: null } : { payIds: [] }
  const common = { open: true, fields, onClose, children: <Alert type="info" showIcon title="提交后由他人审核。可开票金额为已核销的缴费减去已申请和已开票的部分。" /> }
  if (row) {
    return <FormDrawer {...common} title={`修改开票申请 · ${row.applyNo}`} call={updateInvoiceApply} initial={row} hidden={{ ...unused, applyId: row.applyId, version: row.version }} draft={`member/InvoiceApply/${row.applyId}`} onDone={() => (toasts.success('开票申请已保存，请重新提交'), onDone())} />
  }
  const initial = { bizType: 'dues', ticketType: 'dues', itemName: `${yearNow()} 年度会费`, ...(of ? { memberId: of.memberId } : {}), ...(came ? { bizType: 'meeting', ticketType: 'normal', ...came } : {}) }
  return <FormDrawer {...common} title="新增开票申请" call={invoiceApply.insert} initial={initial} hidden={unused} {...(of || came ? {} : { draft: 'member/InvoiceApply/new' })} submitText="提交审核" onDone={() => (toasts.success('开票申请已提交'), onDone())} />
}

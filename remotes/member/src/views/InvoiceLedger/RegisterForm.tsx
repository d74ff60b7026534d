import { metaOf } from '@assoc/contract'
import { invoiceResource } from '@assoc/contract/invoice/invoice'
import { yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, FormDrawer, type FormField } from '@assoc/ui'

/** What an invoice is registered for: an application, or as a red one a confirmation. */
export interface RegisteredFor {
  kind: 'applyId' | 'redId'
  id: string
  /** Number of the application or confirmation. */
  no: string
  ticketType: string
  title: string
  /** 分, above zero. */
  amount: number
  /** Tax within the amount, 分; null where the server reckons it. */
  taxAmount: number | null
  /** Number of the original invoice that a red one sets right. */
  blueNo?: string
}

const { papers } = invoiceResource.definition.fields
const RULE = (papers && metaOf(papers).files) ?? { exts: [], maxMb: 0, max: 0 }

/** Puts an invoice into the ledger that was written in the finance system or with the tax authority. Amount and title are those of what it is for. */
export default function RegisterForm({ of, onClose, onDone }: { of: RegisteredFor; onClose: () => void; onDone: () => void }) {
  const dues = of.ticketType === 'dues'
  const red = of.kind === 'redId'
  const where = dues ? '财政票据系统' : '税务平台'
  const fields: FormField[] = [
    { name: 'invoiceNo', kind: 'text', label: red ? '红字票号' : '票据号码', help: dues ? '18 位：8 位票据代码加 10 位票据号码' : '20 位数电发票号码' },
    { name: 'issueDate', kind: 'date', help: '票面上的日期，不早于申请日期' },
    { name: 'papers', kind: 'files', span: 2, purpose: 'invoice.papers', rule: RULE, help: '至少一份，pdf、ofd 或 xml' },
  ]
  const sum = `${yuan(of.amount)} 元${of.taxAmount ? `（其中税额 ${yuan(of.taxAmount)} 元）` : ''}`
  return (
    <FormDrawer
      open
      title={`${red ? '登记红票' : '登记票据'} · ${of.no}`}
      call={invoiceResource.insert}
      fields={fields}
      initial={{ papers: [] }}
      hidden={{ applyId: null, redId: null, [of.kind]: of.id }}
      submitText="登记入台账"
      onClose={onClose}
      onDone={() => {
        toasts.success(red ? '红票已登记入台账' : '票据已登记入台账')
        onDone()
      }}
    >
      <Alert
        type="info"
        showIcon
        title={`${of.title}，${red ? '红冲 ' : ''}${sum}`}
        description={red ? `请先在${where}按上面的金额开具红票，冲销蓝字票据 ${of.blueNo ?? ''}，再在此登记。登记后不能修改或删除。` : `请先在${where}按上面的抬头和金额开具，再在此登记。登记后不能修改或删除，只能红冲。`}
      />
    </FormDrawer>
  )
}

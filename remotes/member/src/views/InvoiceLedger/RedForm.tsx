import { blueInvoiceLookup } from '@assoc/contract/invoice/lookups'
import { redConfirm, redInitiator, redReason, redReasonsOf } from '@assoc/contract/invoice/credit-note'
import { yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Form, FormDrawer, RefSelect, Select, Switch, type FormField, type FormInstance } from '@assoc/ui'
import { useMemo, useState } from 'react'

interface Blue {
  invoiceId: string
  invoiceNo: string
  ticketType: string
  title: string
  amount: number
  redAmount: number
}

interface OwnProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
}

/** A credit note is not set right by another one. */
const isBlue = (row: Record<string, unknown>) => !row['blueNo']
const restOf = (blue: Blue) => blue.amount - blue.redAmount

/** A control that tells what it holds to the form around it. */
function Telling({ of: Control, tell, ...own }: OwnProps & { of: (own: OwnProps) => React.ReactNode; tell: (value: never, form: FormInstance) => void }) {
  const form = Form.useFormInstance()
  return Control({
    ...own,
    onChange: (value) => {
      own.onChange?.(value)
      tell(value as never, form)
    },
  })
}

/** The request to set an invoice right; without an invoice it is looked for first. What the reason decides is not asked. */
export default function CreditNoteForm({ invoice, onClose, onDone }: { invoice: Blue | null; onClose: () => void; onDone: () => void }) {
  const [blue, setBlue] = useState<Blue | null>(invoice)
  const [reason, setReason] = useState('wrong')
  const [used, setUsed] = useState(false)
  const whole = reason === 'wrong'
  // A dues receipt is no invoice of the tax authority: nobody else's confirmation, no hours.
  const dues = blue?.ticketType === 'dues'

  const fields = useMemo((): FormField[] => {
    const chosen = (id: string | null, form: FormInstance) => {
      if (!id) setBlue(null)
      setReason('wrong')
      setUsed(false)
      form.setFieldsValue({ redReason: 'wrong', usedFlag: false, initiator: 'seller' })
    }
    const reasons = redReason.options.filter(({ value }) => !blue || redReasonsOf(blue.ticketType).includes(value))
    const chosenUse = (value: boolean, form: FormInstance) => {
      setUsed(value)
      form.setFieldsValue({ initiator: 'seller' })
    }
    const shown: (FormField | false)[] = [
      invoice === null && { name: 'invoiceId', kind: 'own', span: 2, render: <Telling tell={chosen} of={(own) => <RefSelect {...(own as object)} lookup={blueInvoiceLookup} fits={isBlue} onRecord={(row) => setBlue(row as Blue | null)} />} /> },
      { name: 'redReason', kind: 'own', render: <Telling tell={setReason} of={({ onChange, ...own }) => <Select {...(own as object)} options={reasons} onChange={(v: unknown) => onChange?.(v)} />} />, ...(whole ? { help: '开票有误按未红冲的金额全额红冲' } : {}) },
      !whole && { name: 'redAmount', kind: 'money', ...(blue ? { help: `最多 ${yuan(restOf(blue))} 元` } : {}) },
      blue !== null && !dues && { name: 'usedFlag', kind: 'own', help: '已使用的须由对方在 72 小时内确认', render: <Telling tell={chosenUse} of={({ id, value, onChange }) => <Switch {...(id ? { id } : {})} checked={Boolean(value)} onChange={(v) => onChange?.(v)} />} /> },
      used && !dues && { name: 'initiator', kind: 'select', options: redInitiator.options },
      { name: 'remark', kind: 'longText' },
    ]
    return shown.filter((f) => f !== false)
  }, [invoice, blue, dues, whole, used])

  return (
    <FormDrawer
      open
      title={invoice ? `红冲票据 ${invoice.invoiceNo}` : '发起红冲'}
      call={redConfirm.insert}
      fields={fields}
      initial={{ redReason: 'wrong', usedFlag: false, initiator: 'seller' }}
      hidden={{ ...(invoice ? { invoiceId: invoice.invoiceId } : {}), ...(whole && blue ? { redAmount: restOf(blue) } : {}), ...(used ? {} : { initiator: 'seller' }), ...(blue && !dues ? {} : { usedFlag: false }) }}
      submitText="发起红冲"
      danger
      onClose={onClose}
      onDone={() => {
        toasts.success(dues ? '红冲已发起，请他人在「红冲管理」中复核' : '红字确认单已发起，请在「红冲管理」中办理')
        onDone()
      }}
    >
      <Alert
        type="warning"
        showIcon
        title={blue ? `${blue.title}，未红冲 ${yuan(restOf(blue))} 元` : '请选择蓝字票据'}
        description={blue === null ? '先选择票据，再按票据类型填写。' : dues ? '会费票据由他人复核后在财政票据系统开具红字票据，无须对方确认；红冲的金额可以重新申请开票。' : '购方未使用的数电发票可以直接开具红票；红冲的金额可以重新申请开票。'}
      />
    </FormDrawer>
  )
}

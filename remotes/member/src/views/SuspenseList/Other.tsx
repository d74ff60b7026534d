import { bookOther, businessType, type suspense } from '@assoc/contract/fee/bank'
import { yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, FormDrawer, type RowOf } from '@assoc/ui'

/** Puts money down as another business than dues. */
export default function Other({ item, onClose, onDone }: { item: RowOf<typeof suspense.list>; onClose: () => void; onDone: () => void }) {
  const { suspenseId, version, payerName, amount, purpose } = item
  return (
    <FormDrawer
      open
      title={`转其他业务：${payerName}`}
      call={bookOther}
      fields={[
        { name: 'businessType', kind: 'select', options: businessType.options },
        { name: 'businessRemark', kind: 'text', span: 2, placeholder: '例如 董秘培训班报名费' },
        { name: 'reason', kind: 'longText', placeholder: '例如 付款附言写明培训费' },
      ]}
      initial={{}}
      hidden={{ suspenseId, version }}
      submitText="转其他业务"
      onClose={onClose}
      onDone={() => {
        toasts.success('已转其他业务，不计入会费')
        onDone()
      }}
    >
      <Alert type="info" showIcon title={`${yuan(amount)} 元${purpose ? `，附言：${purpose}` : ''}`} description="款项不计入会费，不开会费票据；登记错误时可撤销，款项回到待认领。" />
    </FormDrawer>
  )
}

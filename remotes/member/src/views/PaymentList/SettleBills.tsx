import { settlePayment, type payment } from '@assoc/contract/fee/payment'
import { yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, FormDrawer, type RowOf } from '@assoc/ui'
import { linesField } from '../../fee/lines'

/** Settles a payment on bills that are chosen, whole or in part. */
export default function SettleBills({ row, onClose, onDone }: { row: RowOf<typeof payment.list>; onClose: () => void; onDone: () => void }) {
  const { paymentId, version, memberId, memberName, amount, payNo } = row
  return (
    <FormDrawer
      open
      title={`按指定账单核销 · ${payNo}`}
      call={settlePayment}
      width={720}
      fields={[linesField(settlePayment, 'bills', { billId: { where: { memberId } } })]}
      initial={{ bills: [{}] }}
      hidden={{ paymentId, version }}
      submitText="核销"
      onClose={onClose}
      onDone={() => {
        toasts.success('已按所选账单核销')
        onDone()
      }}
    >
      <Alert type="info" showIcon title={`${memberName}，到账 ${yuan(amount)} 元`} description="只付所选账单，可以只付一部分；没有用完的金额转入会费余额。" />
    </FormDrawer>
  )
}

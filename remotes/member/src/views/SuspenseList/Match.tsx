import { matchPayment, selectMatchCandidates } from '@assoc/contract/fee/bank'
import { yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, FormDrawer, Typography, useAnswer } from '@assoc/ui'

/** The line that is to be matched. */
export interface MatchedLine {
  lineId: string
  serialNo: string
  payerName: string
  amount: number
  purpose: string | null
}

/** Says which payment, written down by hand, a line of the bank is. */
export default function Match({ line, onClose, onDone }: { line: MatchedLine; onClose: () => void; onDone: () => void }) {
  const { lineId, serialNo, payerName, amount, purpose } = line
  const { data } = useAnswer(selectMatchCandidates, { lineId })
  return (
    <FormDrawer
      open
      title={`匹配已有缴费：${serialNo}`}
      call={matchPayment}
      fields={[{ name: 'paymentId', kind: 'ref', span: 2, help: '只列出金额相同、未与其他流水匹配且流水号不冲突的缴费', where: { lineId } }]}
      initial={{}}
      hidden={{ lineId }}
      submitText="匹配"
      onClose={onClose}
      onDone={({ payNo }) => {
        toasts.success(`已与缴费 ${payNo} 匹配，待认领款项已关闭`)
        onDone()
      }}
    >
      <Alert type="info" showIcon title={`${payerName}，${yuan(amount)} 元${purpose ? `，附言：${purpose}` : ''}`} description="匹配只说明这笔流水就是已登记的那笔缴费，不再次入账，会员账单和余额不变。" />
      {data && data.length === 0 ? <Typography.Text type="secondary">没有金额相同且尚未匹配的缴费记录。请先核对金额，或改用认领。</Typography.Text> : null}
    </FormDrawer>
  )
}

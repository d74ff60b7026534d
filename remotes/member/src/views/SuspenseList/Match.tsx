import type { ResponseOf } from '@assoc/contract'
import { matchPayment, selectMatchCandidates } from '@assoc/contract/fee/bank'
import { payStatus } from '@assoc/contract/fee/payment'
import { api, yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Typography } from '@assoc/ui'
import { FormDrawer, useAnswer } from '@assoc/ui/data'
import { useMemo } from 'react'
import { Picker } from '../../lib/Picker'

type Candidate = ResponseOf<typeof selectMatchCandidates>[number]

const optionOf = ({ paymentId, payNo, memberName, payDate, bankSerial, payStatus: status }: Candidate) => ({
  value: paymentId,
  label: [payNo, memberName, payDate, payStatus.labels[status as keyof typeof payStatus.labels], bankSerial ? '流水号一致' : '未登记流水号'].join('，'),
})

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
  const finder = useMemo(() => ({ find: async (keyword: string) => (await api(selectMatchCandidates, { lineId, keyword })).map(optionOf), name: async (id: string) => id }), [lineId])
  return (
    <FormDrawer
      open
      title={`匹配已有缴费：${serialNo}`}
      call={matchPayment}
      fields={[{ name: 'paymentId', kind: 'own', span: 2, help: '只列出金额相同、未与其他流水匹配且流水号不冲突的缴费', render: <Picker finder={finder} suggested={(data ?? []).map(optionOf)} placeholder="选择缴费记录，或输入缴费编号、公司名称查找" /> }]}
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

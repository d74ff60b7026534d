import { selectIssuer, updateIssuer } from '@assoc/contract/fee/letter'
import { toasts } from '@assoc/session'
import { Alert, FormDrawer, useAnswer } from '@assoc/ui'

/** Who issues letters and statements, and the account that dues are paid to. */
export default function Issuer({ onClose }: { onClose: () => void }) {
  const { data } = useAnswer(selectIssuer, {})
  if (!data) return null
  return (
    <FormDrawer
      open
      title="落款与收款账户"
      call={updateIssuer}
      fields={[
        { name: 'issuerName', kind: 'text', span: 2 },
        { name: 'accountName', kind: 'text', span: 2, placeholder: '不填时同协会名称' },
        { name: 'bankName', kind: 'text' },
        { name: 'bankAccount', kind: 'text' },
        { name: 'contact', kind: 'text', span: 2, placeholder: '例如 会员部 张三 010-00000000' },
      ]}
      initial={data}
      hidden={{ version: data.version }}
      onClose={onClose}
      onDone={() => {
        toasts.success('已保存，之后出具的文书和对账单按此落款')
        onClose()
      }}
    >
      <Alert type="info" showIcon title="用于缴费通知书、催缴函、会员证书、退会函和会费对账单。已出具的文书不变。" />
    </FormDrawer>
  )
}

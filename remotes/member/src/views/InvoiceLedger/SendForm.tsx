import { findSendable, invoiceSend } from '@assoc/contract/member/invoice-send'
import { toasts } from '@assoc/session'
import { Alert, Skeleton } from '@assoc/ui'
import { FormDrawer, useAnswer } from '@assoc/ui/data'

interface SendFormProps {
  ticket: { invoiceId: string; invoiceNo: string; title: string }
  onClose: () => void
  onDone: () => void
}

/** Sends one ticket to an address; that of its head stands there. */
export default function SendForm({ ticket: { invoiceId, invoiceNo, title }, onClose, onDone }: SendFormProps) {
  const { data, error } = useAnswer(findSendable, { keyword: invoiceNo })
  if (!data && !error) return <Skeleton active />
  return (
    <FormDrawer
      open
      title={`发送票据 ${invoiceNo}`}
      call={invoiceSend.insert}
      fields={[
        { name: 'sendTo', kind: 'text', span: 2, help: '默认为抬头的收票邮箱' },
        { name: 'remark', kind: 'longText' },
      ]}
      initial={{ sendTo: data?.find((t) => t.invoiceId === invoiceId)?.receiveEmail ?? null }}
      hidden={{ invoiceId }}
      submitText="发送"
      onClose={onClose}
      onDone={() => {
        toasts.success('已交付发送，结果在「发票发送」中查看')
        onDone()
      }}
    >
      <Alert type="info" showIcon title={title} description="票据文件作为邮件附件发送。" />
    </FormDrawer>
  )
}

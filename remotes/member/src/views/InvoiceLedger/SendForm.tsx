import { findSendable, invoiceSend } from '@assoc/contract/invoice/send'
import { messageNotice, toasts } from '@assoc/session'
import { Alert, FormDrawer, Skeleton, useAnswer } from '@assoc/ui'

interface SendFormProps {
  invoice: { invoiceId: string; invoiceNo: string; title: string; issueWay: string }
  onClose: () => void
  onDone: () => void
}

const toHead = (mail: string | null | undefined) => (mail ? { placeholder: mail, help: '留空则发送到抬头的收票邮箱' } : { help: '抬头没有收票邮箱，请填写' })

/** Sends one invoice to an address; left empty, to that of its head. */
export default function SendForm({ invoice: { invoiceId, invoiceNo, title, issueWay }, onClose, onDone }: SendFormProps) {
  const { data, error } = useAnswer(findSendable, { keyword: invoiceNo })
  const notSent = messageNotice('mail')
  if (!data && !error) return <Skeleton active />
  return (
    <FormDrawer
      open
      title={`发送票据 ${invoiceNo}`}
      call={invoiceSend.insert}
      fields={[
        { name: 'sendTo', kind: 'text', span: 2, ...toHead(data?.find((t) => t.invoiceId === invoiceId)?.receiveEmail) },
        { name: 'remark', kind: 'longText' },
      ]}
      initial={{}}
      hidden={{ invoiceId }}
      submitText="发送"
      onClose={onClose}
      onDone={() => {
        toasts.success('已交付发送，结果在「发票发送」中查看')
        onDone()
      }}
    >
      {notSent ? <Alert type="warning" showIcon style={{ marginBottom: 12 }} title={notSent} /> : null}
      {issueWay === 'trial' ? (
        <Alert type="warning" showIcon title={`试用票据：${title}`} description="没有接入正式开票平台时生成，不作为报销、入账或抵扣凭证；邮件的标题和正文会写明。" />
      ) : (
        <Alert type="info" showIcon title={title} description="票据文件作为邮件附件发送；邮件中另有下载链接的，首次下载的时间会记在发送记录中。" />
      )}
    </FormDrawer>
  )
}

import { AppModal, Button, Typography } from '@assoc/ui'
import type { CompanyRow } from './types'

interface Props {
  company: CompanyRow
  /** Why it cannot be deleted, as the server says it. */
  message: string
  onMerge: () => void
  onClose: () => void
}

/** A company that others refer to is not deleted; whoever may merge companies is led there. */
export function InUse({ company, message, onMerge, onClose }: Props) {
  return (
    <AppModal
      open
      title={`不能删除：${company.shortName}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>知道了</Button>
          {company.abilities.includes('reshape') ? (
            <Button type="primary" onClick={onMerge}>
              合并到其他公司
            </Button>
          ) : null}
        </>
      }
    >
      <Typography.Text>{message}</Typography.Text>
    </AppModal>
  )
}

import { Alert, Button, Flex, Popconfirm } from '@assoc/ui'

interface DraftClosedProps {
  /** 短信 or 邮件. */
  what: string
  reason: string
  onNew: () => void
}

/** Instead of a draft that cannot be gone on with. */
export const DraftClosed = ({ what, reason, onNew }: DraftClosedProps) => (
  <Alert
    type="warning"
    showIcon
    title={`${what}草稿没有打开：${reason}。已提交的${what}不能再修改。`}
    action={
      <Button size="small" onClick={onNew}>
        写新{what}
      </Button>
    }
  />
)

interface DraftOvertakenProps {
  what: string
  /** Files belong to the draft and do not go into a new one. */
  hasFiles: boolean
  onLoad: () => void
  onKeepAsNew: () => void
}

/** Somebody else was faster: what is typed stays until its writer has chosen what becomes of it. */
export const DraftOvertaken = ({ what, hasFiles, onLoad, onKeepAsNew }: DraftOvertakenProps) => (
  <Alert
    type="warning"
    showIcon
    title={`此${what}已被其他人修改或提交，您填写的内容仍在本页。${hasFiles ? '另存为新草稿时，附件须重新上传。' : ''}`}
    action={
      <Flex gap={8}>
        <Popconfirm title="放弃本页填写的内容？" okText="放弃并载入" cancelText="取消" onConfirm={onLoad}>
          <Button size="small">载入最新内容</Button>
        </Popconfirm>
        <Button size="small" type="primary" onClick={onKeepAsNew}>
          另存为新草稿
        </Button>
      </Flex>
    }
  />
)

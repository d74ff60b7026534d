import { COPIES_MAX, insertRecordCopies, selectNoteReaders, selectRecordCopies } from '@assoc/contract/platform/record'
import { api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useState } from 'react'
import { Button, Flex, Typography } from '../../shell'
import { AppModal } from '../../shell/modal'
import { useAnswer } from '../../data/kit/use-answer'
import { useSaving } from '../../data/kit/use-saving'
import { PeopleSelect } from '../PeopleSelect'

export interface RecordCopiesProps {
  recordType: string
  recordId: string
}

/** Who has been sent a copy of a request, and sending further ones. */
export function RecordCopies({ recordType, recordId }: RecordCopiesProps) {
  const of = { recordType, recordId }
  const { data, reload } = useAnswer(selectRecordCopies, of)
  const [open, setOpen] = useState(false)
  return (
    <Flex gap={8} align="baseline" wrap className="kit-record-copies">
      {data && data.length > 0 ? (
        <Typography.Text type="secondary">
          抄送：{data.map(({ userName, read }) => `${userName}${read ? '（已读）' : ''}`).join('、')}
        </Typography.Text>
      ) : null}
      <Button size="small" className="kit-no-print" onClick={() => setOpen(true)}>
        抄送同事
      </Button>
      {open ? (
        <CopyDialog
          {...of}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            void reload()
          }}
        />
      ) : null}
    </Flex>
  )
}

function CopyDialog({ recordType, recordId, onClose, onDone }: RecordCopiesProps & { onClose: () => void; onDone: () => void }) {
  const [userIds, setUserIds] = useState<string[]>([])
  const { busy, refused, save } = useSaving(insertRecordCopies)
  const send = async () => {
    if (!(await save({ recordType, recordId, userIds }))) return
    toasts.success('已抄送')
    onDone()
  }
  return (
    <AppModal open title="抄送同事" okText="抄送" cancelText="取消" confirmLoading={busy} okButtonProps={{ disabled: userIds.length === 0 }} onOk={() => void send()} onCancel={onClose}>
      <Flex vertical gap={8}>
        <PeopleSelect
          aria-label="抄送给"
          placeholder="输入姓名查找能查看此记录的同事"
          multiple
          most={COPIES_MAX}
          value={userIds}
          search={(keyword) => api(selectNoteReaders, { recordType, recordId, keyword })}
          onChange={(next) => setUserIds([next ?? []].flat())}
        />
        {refused[0] ? (
          <Typography.Text type="danger" role="alert">
            {refused[0]}
          </Typography.Text>
        ) : (
          <Typography.Text type="secondary">对方会收到通知，事项列在其“我的待办 · 抄送我的”中，只能查看。</Typography.Text>
        )}
      </Flex>
    </AppModal>
  )
}

import { declareOwnConflict } from '@assoc/contract/expert/review/assign'
import { recuseType } from '@assoc/contract/expert/review/kinds'
import { toasts } from '@assoc/session'
import { Button, Flex, Popover, Typography, useSaving } from '@assoc/ui'
import { useState } from 'react'

/** Declares a conflict of one's own with a work: the kind is the one press. */
export function Conflict({ assignmentId, onDone }: { assignmentId: string; onDone: () => void }) {
  const [open, setOpen] = useState(false)
  const { busy, save } = useSaving(declareOwnConflict)
  const declare = async (kind: (typeof recuseType)['keys'][number]) => {
    if (!(await save({ assignmentId, recuseType: kind, detail: null }))) return
    setOpen(false)
    toasts.success('已回避，此件将由其他专家评审')
    onDone()
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      content={
        <Flex vertical gap={4} style={{ maxWidth: 260 }}>
          <Typography.Text type="secondary">选择情形即申报回避，此件不再由您评审</Typography.Text>
          {recuseType.options.map(({ value, label }) => (
            <Button key={value} size="small" disabled={busy} onClick={() => void declare(value)}>
              {label}
            </Button>
          ))}
        </Flex>
      }
    >
      <Button size="small">申报回避</Button>
    </Popover>
  )
}

import { AppModal, Input } from '@assoc/ui'
import { useState } from 'react'

/** Asks why what was handed in is corrected though the round is over. */
export function Correct({ onCorrect, onCancel }: { onCorrect: (reason: string) => void; onCancel: () => void }) {
  const [reason, setReason] = useState('')
  const said = reason.trim()
  return (
    <AppModal open title="更正填报" okText="开始更正" cancelText="取消" okButtonProps={{ disabled: said === '' }} onOk={() => onCorrect(said)} onCancel={onCancel}>
      <p>填报已截止。开始更正后原来的提交不再计入统计，请修改后在更正期内重新提交。</p>
      <Input.TextArea aria-label="更正原因" placeholder="更正原因" autoSize={{ minRows: 2, maxRows: 6 }} maxLength={200} value={reason} onChange={(e) => setReason(e.target.value)} />
    </AppModal>
  )
}

import { ApiError } from '@assoc/http'
import { useState } from 'react'
import { Flex, Input, Typography, theme } from '../../shell'
import { AppModal } from '../../shell/modal'

export interface ReasonDialogProps {
  title: string
  /** What will happen, in one sentence. */
  text: string
  confirmText: string
  reason: 'required' | 'optional' | 'none'
  danger?: boolean
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks before a deed, and for its reason where the status machine wants one. */
export function ReasonDialog({ title, text, confirmText, reason, danger, onConfirm, onClose }: ReasonDialogProps) {
  const { token } = theme.useToken()
  const [value, setValue] = useState('')
  /** What is wrong with the reason, in a sentence. */
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (reason === 'required' && !value.trim()) return setProblem('请填写原因')
    setBusy(true)
    try {
      await onConfirm(value.trim())
      onClose()
    } catch (error) {
      // The refusal has been shown; the dialog stays with what was typed, and says at the field what is the field's.
      setProblem((error instanceof ApiError && error.fields.find((f) => f.path === 'reason')?.message) || null)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal open title={title} okText={confirmText} cancelText="取消" okButtonProps={{ danger: Boolean(danger), loading: busy }} onOk={() => void confirm()} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Typography.Text>{text}</Typography.Text>
        {reason === 'none' ? null : (
          <label>
            <span style={{ display: 'block', marginBottom: 4 }}>原因{reason === 'required' ? '（必填）' : ''}</span>
            <Input.TextArea
              autoFocus
              maxLength={200}
              showCount
              rows={3}
              style={{ marginBottom: 24 }}
              value={value}
              status={problem ? 'error' : ''}
              aria-invalid={problem !== null}
              onChange={(e) => {
                setValue(e.target.value)
                setProblem(null)
              }}
            />
            {problem ? (
              <span role="alert" style={{ color: token.colorError }}>
                {problem}
              </span>
            ) : null}
          </label>
        )}
      </Flex>
    </AppModal>
  )
}

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
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (reason === 'required' && !value.trim()) return setMissing(true)
    setBusy(true)
    try {
      await onConfirm(value.trim())
      onClose()
    } catch {
      // The refusal has been shown; the dialog stays with what was typed.
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
              status={missing ? 'error' : ''}
              aria-invalid={missing}
              onChange={(e) => {
                setValue(e.target.value)
                setMissing(false)
              }}
            />
            {missing ? (
              <span role="alert" style={{ color: token.colorError }}>
                请填写原因
              </span>
            ) : null}
          </label>
        )}
      </Flex>
    </AppModal>
  )
}

import { ApiError, isCancelled } from '@assoc/http'
import { useState } from 'react'
import { Flex, Input, Typography, theme } from '../../shell'
import { AppModal } from '../../shell/modal'
import { sentenceOf } from './use-answer'

export interface ReasonDialogProps {
  title: string
  /** What will happen, in one sentence. */
  text: string
  confirmText: string
  reason: 'required' | 'optional' | 'none'
  reasonLabel?: string | undefined
  danger?: boolean
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Focuses a field once its dialog is there: over a drawer, which holds the focus until then, `autoFocus` alone comes too early. */
const focusWhenOpen = (field: { focus: () => void } | null): void => void (field && requestAnimationFrame(() => field.focus()))

/** Asks before an action, and for its reason where the status machine wants one. */
export function ReasonDialog({ title, text, confirmText, reason, reasonLabel = '原因', danger, onConfirm, onClose }: ReasonDialogProps) {
  const { token } = theme.useToken()
  const [value, setValue] = useState('')
  /** What is wrong, in a sentence: with the reason, or with the action as a whole. */
  const [problem, setProblem] = useState<{ ofReason: boolean; text: string } | null>(null)
  const ofReason = problem?.ofReason ?? false
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (busy) return
    if (reason === 'required' && !value.trim()) return setProblem({ ofReason: true, text: `请填写${reasonLabel}` })
    setBusy(true)
    try {
      await onConfirm(value.trim())
      onClose()
    } catch (error) {
      // The dialog stays with what was typed, and says why for as long as it is so; at the field what is the field's.
      const fields = error instanceof ApiError ? error.fields : []
      const field = fields.find((f) => f.path === 'reason')
      // What is wrong with the record itself has no field here.
      const text = field?.message ?? (fields.map((f) => f.message).join('；') || sentenceOf(error, '操作没有成功，请重试'))
      setProblem(isCancelled(error) ? null : { ofReason: field !== undefined && reason !== 'none', text })
    } finally {
      setBusy(false)
    }
  }
  const said = problem ? (
    <span role="alert" style={{ color: token.colorError }}>
      {problem.text}
    </span>
  ) : null
  return (
    <AppModal open title={title} okText={confirmText} cancelText="取消" okButtonProps={{ danger: Boolean(danger), loading: busy }} onOk={() => void confirm()} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Typography.Text>{text}</Typography.Text>
        {reason === 'none' ? null : (
          <label>
            <span style={{ display: 'block', marginBottom: 4 }}>{reasonLabel}{reason === 'required' ? '（必填）' : ''}</span>
            <Input.TextArea
              ref={focusWhenOpen}
              autoFocus
              maxLength={200}
              showCount
              rows={3}
              style={{ marginBottom: 24 }}
              value={value}
              status={ofReason ? 'error' : ''}
              aria-invalid={ofReason}
              onChange={(e) => {
                setValue(e.target.value)
                setProblem(null)
              }}
              onKeyDown={(e) => {
                // Enter alone is a new line of the reason; while an input method composes, it takes a word.
                if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || e.nativeEvent.isComposing) return
                e.preventDefault()
                void confirm()
              }}
            />
            {ofReason ? said : null}
          </label>
        )}
        {ofReason ? null : said}
      </Flex>
    </AppModal>
  )
}

import { ApiError, isCancelled } from '@assoc/http'
import { useState } from 'react'
import { Flex, Input, Typography, theme } from '../../shell'
import { AppModal } from '../../shell/modal'
import { StepFields, type StepAsk, type StepForm } from './StepFields'
import { sentenceOf } from './use-answer'

export interface ReasonDialogProps {
  title: string
  /** What will happen, in one sentence. */
  text: string
  confirmText: string
  reason: 'required' | 'optional' | 'none'
  reasonLabel?: string | undefined
  danger?: boolean
  /** Fields that the step asks for besides the reason. */
  ask?: StepAsk | undefined
  onConfirm: (reason: string, input?: Record<string, unknown>) => Promise<void>
  onClose: () => void
}

/** Focuses a field once its dialog is there: over a drawer, which holds the focus until then, `autoFocus` alone comes too early. */
const focusWhenOpen = (field: { focus: () => void } | null): void => void (field && requestAnimationFrame(() => field.focus()))

/** Asks before an action, and for its reason where the status machine wants one. */
export function ReasonDialog({ title, text, confirmText, reason, reasonLabel = '原因', danger, ask, onConfirm, onClose }: ReasonDialogProps) {
  const { token } = theme.useToken()
  const [value, setValue] = useState('')
  /** What is wrong, in a sentence: with the reason, or with the action as a whole. */
  const [problem, setProblem] = useState<{ ofReason: boolean; text: string } | null>(null)
  const ofReason = problem?.ofReason ?? false
  const [busy, setBusy] = useState(false)
  /** Its fields; null while they are on their way. */
  const [asked, setAsked] = useState<StepForm | null>(null)
  const confirm = async () => {
    if (busy || (ask && !asked)) return
    const input = asked?.read()
    const unreasoned = reason === 'required' && !value.trim()
    if (unreasoned) setProblem({ ofReason: true, text: `请填写${reasonLabel}` })
    if (unreasoned || input === null) return
    setBusy(true)
    try {
      await (input ? onConfirm(value.trim(), input) : onConfirm(value.trim()))
      onClose()
    } catch (error) {
      // The dialog stays with what was typed, and says why for as long as it is so; at the field what is the field's.
      const all = error instanceof ApiError ? error.fields : []
      const fields = asked?.show(all) ?? all
      // All of it stands at the fields of the step.
      if (all.length > 0 && fields.length === 0) return setProblem(null)
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
    <AppModal open title={title} {...(ask ? { width: 640 } : {})} okText={confirmText} cancelText="取消" okButtonProps={{ danger: Boolean(danger), loading: busy, disabled: Boolean(ask && !asked) }} onOk={() => void confirm()} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Typography.Text>{text}</Typography.Text>
        {ask ? <StepFields ask={ask} held={setAsked} onChange={() => setProblem(null)} onEnter={() => void confirm()} /> : null}
        {reason === 'none' ? null : (
          <label>
            <span style={{ display: 'block', marginBottom: 4 }}>{reasonLabel}{reason === 'required' ? '（必填）' : ''}</span>
            <Input.TextArea
              ref={ask ? null : focusWhenOpen}
              autoFocus={!ask}
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

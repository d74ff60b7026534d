import { Progress } from 'antd'
import type { Call } from '@assoc/contract'
import { toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import type { Changed, Target } from '../data/kit/batch-run'
import { BatchRun } from '../data/kit/batch-run'
import type { Step } from '../data/kit/resource-steps'
import type { StepFieldsProps, StepForm } from '../data/kit/StepFields'
import { Alert, AppModal, Button, Flex, Input, Typography } from '../shell'
import { late } from '../shell/late'

const StepFields = late<StepFieldsProps>((forms) => forms.StepFields)

export interface BatchDialogProps {
  call: Call
  /** What one row is called: 字典. */
  what: string
  step: Step
  /** What will happen, in one sentence. */
  text?: string | undefined
  target: Target
  /** Rows that were chosen as well and do not allow the step: nothing is asked of them. */
  passedOver?: number
  onClose: (changed: boolean, moved: readonly Changed[]) => void
}

/** Asks before an action on many rows, shows how far it is, and what failed and why; the failed can be tried again. */
export const BatchDialog = observer(function BatchDialog({ call, what, step, text, target, passedOver = 0, onClose }: BatchDialogProps) {
  const { label, reason, danger, input: asks } = step
  const [run] = useState(() => new BatchRun(call, step.verb, target))
  const [why, setWhy] = useState('')
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<StepForm | null>(null)
  const begun = run.running || run.complete || run.error !== null || run.done + run.failed.length > 0
  const begin = () => {
    const input = asked?.read()
    const unreasoned = reason === 'required' && !why.trim()
    if (unreasoned) setMissing(true)
    if (unreasoned || input === null) return
    run.input = input ?? null
    void run.run(why.trim())
  }
  const close = () => onClose(run.done > 0, run.changed)
  // Asked for nothing, and nothing to tell once all is done.
  const started = useRef(false)
  useEffect(() => {
    if (!step.atOnce || started.current) return
    started.current = true
    void run.run('').then(() => {
      if (!run.complete || run.failed.length > 0) return
      toasts.success(`${run.total.toLocaleString('zh-CN')} 条已${label}`)
      onClose(true, run.changed)
    })
  })
  return (
    <AppModal
      open
      title={`批量${label}`}
      closable={!run.running}
      mask={{ closable: false }}
      keyboard={!run.running}
      onCancel={close}
      footer={
        <Flex gap={8} justify="flex-end">
          {run.running ? <Button onClick={() => run.stop()}>停止</Button> : <Button onClick={close}>{begun ? '关闭' : '取消'}</Button>}
          {!run.running && run.complete && run.failed.length > 0 ? <Button onClick={() => void run.retryFailed(why.trim())}>重试失败的 {run.failed.length} 条</Button> : null}
          {!run.complete && !run.running ? (
            <Button type="primary" danger={danger} disabled={Boolean(asks && !asked)} onClick={begin}>
              {begun ? '继续' : `${label} ${run.total.toLocaleString('zh-CN')} 条`}
            </Button>
          ) : null}
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        <Typography.Text>
          将对 <strong>{run.total.toLocaleString('zh-CN')}</strong> 条{what}执行「{label}」。{text}
        </Typography.Text>
        {passedOver > 0 ? <Alert type="info" showIcon title={`另外选中的 ${passedOver.toLocaleString('zh-CN')} 条现在不能${label}，不会处理`} /> : null}
        {asks ? <StepFields ask={{ name: '', input: asks }} held={setAsked} disabled={begun} /> : null}
        {reason === 'none' ? null : (
          <label>
            <span style={{ display: 'block', marginBottom: 4 }}>{step.reasonLabel ?? '原因'}{reason === 'required' ? '（必填）' : ''}</span>
            <Input.TextArea value={why} disabled={begun} maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} status={missing ? 'error' : ''} onChange={(e) => (setWhy(e.target.value), setMissing(false))} />
            {missing ? <Typography.Text type="danger">请填写{step.reasonLabel ?? '原因'}</Typography.Text> : null}
          </label>
        )}
        {begun ? (
          <div role="status">
            <Progress percent={run.percent} status={run.error ? 'exception' : run.complete && run.failed.length === 0 ? 'success' : 'normal'} />
            成功 {run.done} 条，失败 {run.failed.length} 条{run.stopped && !run.complete ? '，已停止' : ''}
          </div>
        ) : null}
        {run.error ? <Alert type="error" showIcon title={run.error} /> : null}
        {run.failed.length > 0 ? (
          <ul aria-label="失败的记录" style={{ margin: 0, paddingInlineStart: 20, maxHeight: 240, overflow: 'auto' }}>
            {run.failed.map((f) => (
              <li key={f.id}>
                {f.name || `编号 ${f.id}`}：{f.message}
              </li>
            ))}
          </ul>
        ) : null}
      </Flex>
    </AppModal>
  )
})

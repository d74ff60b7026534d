import { missingStatus, previewMissingReminder, remindMissing } from '@assoc/contract/form/progress'
import type { companySize, respondentArea } from '@assoc/contract/form/respondent-marks'
import { api, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Checkbox, Flex, sentenceOf, Skeleton, Typography, useAnswer } from '@assoc/ui'
import { useRef, useState } from 'react'
import { FIRST_WORDS, Labelled, MessageWords } from './MessageWords'

/** Whom a reminder is meant for. */
export interface Scope {
  label: string
  areas?: (keyof typeof respondentArea.labels)[]
  sizes?: (keyof typeof companySize.labels)[]
}
type Status = keyof typeof missingStatus.labels
const STATUSES = Object.entries(missingStatus.labels).map(([value, label]) => ({ value: value as Status, label }))

interface Props {
  roundId: string
  roundName: string
  scope: Scope
  onClose: (done: boolean) => void
}

/** Writes to those of a round who are missing, after it was seen whom that reaches. */
export function Missing({ roundId, roundName, scope, onClose }: Props) {
  const [words, setWords] = useState(FIRST_WORDS)
  const [statuses, setStatuses] = useState<Status[]>(STATUSES.map(({ value }) => value))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const key = useRef(newKey())
  const { areas, sizes } = scope
  const asked = { roundId, ...(areas ? { areas } : {}), ...(sizes ? { sizes } : {}), statuses, ...words }
  const preview = useAnswer(previewMissingReminder, statuses.length > 0 ? asked : null)
  const { data, error } = preview
  const change = (then: () => void) => {
    key.current = newKey()
    setRefused(null)
    then()
  }
  const send = async () => {
    setBusy(true)
    setRefused(null)
    try {
      const { respondents, messages } = await api(remindMissing, asked, { idempotencyKey: key.current })
      toasts.success(`已催报 ${respondents} 个填报对象，消息 ${messages.map(({ msgNo }) => msgNo).join('、')}${data?.needsApproval ? '，待他人审批后发出' : ''}`)
      onClose(true)
    } catch (caught) {
      setRefused(sentenceOf(caught))
      setBusy(false)
    }
  }
  const ready = statuses.length > 0 && !preview.loading && !error && data !== null && data.problem === null && data.willSend > 0
  return (
    <AppModal open width={640} title={`催报：${roundName}`} okText={ready ? `发送给 ${data.willSend.toLocaleString('zh-CN')} 个收件人` : '发送'} cancelText="取消" okButtonProps={{ disabled: !ready, loading: busy }} onOk={() => void send()} onCancel={() => onClose(false)}>
      <Flex vertical gap={12}>
        <Typography.Text>范围：{scope.label}中还没有提交的填报对象。消息以您的名义发出，每个填报对象每天最多催报一次。</Typography.Text>
        {refused ? <Alert type="error" showIcon title={refused} /> : null}
        <Labelled label="填报状态">
          <Checkbox.Group options={STATUSES} value={statuses} onChange={(next) => change(() => setStatuses(next))} />
        </Labelled>
        <MessageWords value={words} onChange={(next) => change(() => setWords(next))} />
        {statuses.length === 0 ? <Alert type="warning" showIcon title="请至少选择一种填报状态" /> : error ? <Alert type="error" showIcon title={error} /> : !data ? <Skeleton active paragraph={{ rows: 3 }} /> : <Preview data={data} />}
      </Flex>
    </AppModal>
  )
}

function Preview({ data }: { data: NonNullable<ReturnType<typeof useAnswer<typeof previewMissingReminder>>['data']> }) {
  return (
    <Flex vertical gap={8} role="status">
      {data.problem ? <Alert type="warning" showIcon title={data.problem} /> : null}
      <Typography.Text>
        未交 <strong>{data.respondents.toLocaleString('zh-CN')}</strong> 个填报对象{data.reminded > 0 ? `（另有 ${data.reminded.toLocaleString('zh-CN')} 个今天已催报）` : ''}，将发送给 <strong>{data.willSend.toLocaleString('zh-CN')}</strong> 个收件人
        {data.quotaLeft === null ? '' : `，本月短信额度还剩 ${data.quotaLeft.toLocaleString('zh-CN')} 条`}。
      </Typography.Text>
      {data.skipped.length > 0 ? <Typography.Text type="secondary">跳过：{data.skipped.map(({ reason, count }) => `${reason} ${count}`).join('，')}</Typography.Text> : null}
      {data.needsApproval ? <Alert type="info" showIcon title="收件人超过 200 个，提交后由另一人审批再发出" /> : null}
      {data.sample ? (
        <blockquote style={{ margin: 0, paddingInlineStart: 12, borderInlineStart: '3px solid currentColor', opacity: 0.85, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {data.sample.subject ? <strong>{data.sample.subject}</strong> : null}
          <div>{data.sample.content}</div>
        </blockquote>
      ) : null}
    </Flex>
  )
}

import type { RequestOf } from '@assoc/contract'
import { countMail, countSms } from '@assoc/contract/message/audience'
import { Alert, Typography, useAnswer } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { audienceOf, type Channel, type Values } from './compose-values'

/** Milliseconds without a change after which is counted again. */
const PAUSE = 500

/** The value as it was when it had not changed for a moment. */
function useSettled<T>(value: T): T {
  const key = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), PAUSE)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}

/** How many would get the message as the audience stands, counted by the server while it is put together. */
export function AudienceCount({ channel, values }: { channel: Channel; values: Values }) {
  const input = useSettled({ msgKind: values.msgKind, audience: audienceOf(values) }) as RequestOf<typeof countSms>
  const { contacts, chosen, userGroupIds, extra } = input.audience
  const nobody = !contacts && !chosen && (userGroupIds ?? []).length === 0 && extra.length === 0
  const { data, error, loading } = useAnswer(channel === 'sms' ? countSms : countMail, nobody ? null : input)
  if (nobody) return <Typography.Text type="secondary">尚未选择收件人</Typography.Text>
  if (error) return <Alert type="warning" showIcon title={error} />
  if (!data) return <Typography.Text type="secondary">正在统计收件人</Typography.Text>
  const skipped = data.total - data.willSend
  return (
    <div role="status" aria-busy={loading} style={loading ? { opacity: 0.6 } : undefined}>
      <Typography.Text strong>将发给 {data.willSend.toLocaleString('zh-CN')} 人</Typography.Text>
      {skipped > 0 ? (
        <Typography.Text type="secondary">
          ，跳过 {skipped.toLocaleString('zh-CN')} 人（{data.skippedReasons.map(({ reason, count }) => `${reason} ${count.toLocaleString('zh-CN')}`).join('、')}）
        </Typography.Text>
      ) : null}
    </div>
  )
}

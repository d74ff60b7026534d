import { selectOutboxContent } from '@assoc/contract/platform/outbox'
import { api } from '@assoc/http'
import { sentenceOf, Skeleton, StateScreen, theme } from '@assoc/ui'
import { useEffect, useState } from 'react'

/** The text of one message, asked for when the message is opened: each reading is logged. */
export function Content({ outboxId }: { outboxId: string }) {
  const { token } = theme.useToken()
  const [content, setContent] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    api(selectOutboxContent, { outboxId }).then(
      (answer) => !gone && setContent(answer.content),
      (caught: unknown) => !gone && setError(sentenceOf(caught)),
    )
    return () => {
      gone = true
    }
  }, [outboxId])
  if (error) {
    return (
      <StateScreen mark="broken" title="内容没有加载成功">
        {error}
      </StateScreen>
    )
  }
  if (content === null) return <Skeleton active />
  return (
    <div
      aria-label="内容"
      style={{ padding: 16, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', background: token.colorFillAlter, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}
    >
      {content}
    </div>
  )
}

import type { ResponseOf } from '@assoc/contract'
import { selectAnonymousTexts, type selectFormStatistics } from '@assoc/contract/form/statistics'
import { FailedToLoad, Skeleton, Typography, useAnswer } from '@assoc/ui'

/** What was written to a question of an anonymous round, in an order of chance. */
export function AnonymousTexts({ roundId, question }: { roundId: string; question: ResponseOf<typeof selectFormStatistics>['questions'][number] }) {
  const { data, error, reload } = useAnswer(selectAnonymousTexts, { roundId, key: question.key })
  return (
    <>
      <Typography.Title level={2} style={{ fontSize: 16, marginTop: 0 }}>
        {question.table ? `${question.table}：` : ''}
        {question.label}
      </Typography.Title>
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data?.withheld ? <Typography.Text type="secondary">{data.withheld}</Typography.Text> : null}
      {data && !data.withheld ? (
        <ul aria-label={`${question.label}的回答`} style={{ margin: 0, paddingInlineStart: 20 }}>
          {data.texts.map((text, i) => (
            <li key={i} style={{ whiteSpace: 'pre-wrap' }}>
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

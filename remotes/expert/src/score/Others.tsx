import type { ResponseOf } from '@assoc/contract'
import type { readScoreSheet } from '@assoc/contract/expert/review/score'
import { Flex, Typography } from '@assoc/ui'

/** What the others gave, by nobody's name. */
export function Others({ others }: { others: NonNullable<ResponseOf<typeof readScoreSheet>['others']> }) {
  return (
    <section aria-label="其他专家的评分" style={{ marginTop: 16 }}>
      <Typography.Text type="secondary">其他专家的评分</Typography.Text>
      {others.length === 0 ? <div>还没有其他专家提交</div> : null}
      {others.map(({ totalScore, dimScores, comment }, i) => (
        <Flex key={i} vertical style={{ marginTop: 8 }}>
          <span>
            <strong>{totalScore?.toFixed(2)}</strong>（
            {Object.entries(dimScores)
              .map(([dimName, score]) => `${dimName} ${score}`)
              .join('，')}
            ）
          </span>
          {comment ? <span style={{ whiteSpace: 'pre-wrap' }}>{comment}</span> : null}
        </Flex>
      ))}
    </section>
  )
}

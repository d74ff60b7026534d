import { viewLink } from '@assoc/contract'
import { questionFilterText, type QuestionCondition } from '@assoc/contract/form/question-filter'
import { Link } from '@assoc/router'

/** A figure that leads to the answers behind it; nought leads nowhere. */
export function AnswersLink({ roundId, conditions, count, label }: { roundId: string; conditions: readonly QuestionCondition[]; count: number; label: string }) {
  const text = count.toLocaleString('zh-CN')
  if (count === 0) return <>{text}</>
  return (
    <Link to={viewLink('expert/FormAuth', { roundId, questions: questionFilterText({ roundId, conditions: [...conditions] }) })} aria-label={`${label}：${text}，查看填报`}>
      {text}
    </Link>
  )
}

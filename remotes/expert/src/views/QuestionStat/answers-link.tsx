import { viewLink } from '@assoc/contract'
import { questionFilterText, type QuestionCondition } from '@assoc/contract/form/question-filter'
import { Link } from '@assoc/router'

/** A count as the server tells it: hidden where so few would tell who it was. */
export interface Figure {
  count: number
  hidden?: true | undefined
}

/** What stands in the place of a figure that is not shown. */
export const HIDDEN = '不显示'

/** A figure that leads to the answers behind it; nought leads nowhere, and neither do those of a round without names. */
export function AnswersLink({ roundId, conditions, figure, label }: { roundId: string | null; conditions: readonly QuestionCondition[]; figure: Figure | undefined; label: string }) {
  if (figure?.hidden) return <>{HIDDEN}</>
  const count = figure?.count ?? 0
  const text = count.toLocaleString('zh-CN')
  if (count === 0 || roundId === null) return <>{text}</>
  return (
    <Link to={viewLink('expert/FormAuth', { roundId, questions: questionFilterText({ roundId, conditions: [...conditions] }) })} aria-label={`${label}：${text}，查看填报`}>
      {text}
    </Link>
  )
}

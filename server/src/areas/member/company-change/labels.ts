import { allResources } from '@assoc/contract/all'
import { entityNamed } from '../../../platform/access/entities'

/** Tables whose rows are called something else than the first resource on them, or that no resource shows. */
const OWN: Record<string, string> = { member: '会员', stock_list_row: '证券列表解析行', form_task: '填报任务', form_anonymous_answer: '匿名答卷', expert_tie: '专家的关联单位', review_work_author: '送审件作者' }

let labels: Map<string, string> | undefined

/** What the rows of a table are called, from the contract's resources. */
export function labelOfTable(table: string): string {
  labels ??= new Map(allResources.flatMap(({ definition: { name, label } }) => (entityNamed(name) ? [[entityNamed(name)?.table ?? '', label] as const] : [])).reverse())
  return OWN[table] ?? labels.get(table) ?? '其他记录'
}

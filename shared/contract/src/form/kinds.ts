import { choice } from '../core/fields'

export const formKind = choice('表单类型', { normal: '普通表单', table: '表格表单', survey: '问卷', score: '评分表' })

/** What may be changed of an answer that was sent back with questions: these and what depends on them, or everything. */
export const returnScope = choice('退回后可修改', { listed: '仅退回的题目', all: '全部题目' })

import { choice } from '../core/fields'

export const formKind = choice('表单类型', { normal: '普通表单', table: '表格表单', survey: '问卷', score: '评分表' })

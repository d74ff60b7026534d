import { evalGrade } from '@assoc/contract/expert/eval-grade'
import { schemeStatus } from '@assoc/contract/expert/scheme'
import { resourcePage } from '@assoc/ui'
import { Tools } from './Tools'

/** Grades of schemes, by rank or by score. */
export default resourcePage({
  name: 'expert/EvalGrade',
  title: '评价等级',
  resource: evalGrade,
  keywordHint: '等级代码或名称',
  columns: [
    { field: 'gradeCode', width: 110 },
    { field: 'gradeName', width: 140 },
    { field: 'gradeOrder', width: 80, sortable: true },
    { field: 'rangeText', width: 180 },
    { field: 'schemeName', width: 260 },
    { field: 'schemeStatus', width: 100, title: '方案状态', tag: schemeStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: {
    schemeId: { once: true },
    gradeOrder: { help: '1 为最好的等级' },
    quota: { help: '按名次的方案填写：个数，或百分比；最后一个等级不填，为其余全部' },
    lowScore: { help: '按得分的方案填写：该等级从多少分起；最后一个等级填 0' },
    remark: { span: 2 },
  },
  defaultSort: { field: 'gradeOrder', order: 'asc' },
  toolbar: (tools) => <Tools schemeId={String(tools.list.store.filterInput()['schemeId'] ?? '') || null} onDone={() => void tools.reload()} />,
  texts: { delete: '删除后不能恢复。' },
  emptyText: '还没有评价等级，可以填入常用等级后修改',
})

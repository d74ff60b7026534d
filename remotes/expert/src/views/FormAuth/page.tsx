import { answerStatus, formAnswer } from '@assoc/contract/form/answer'
import { Alert, resourcePage, Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import { RemindSelected } from './RemindSelected'

const QuestionFilters = lazy(() => import('../../answers/QuestionFilters'))
const Content = lazy(() => import('./Content').then((m) => ({ default: m.Content })))

/** What respondents have filled in, to be read and certified by somebody who has not filled it in. */
export default resourcePage({
  name: 'expert/FormAuth',
  title: '表单认证',
  resource: formAnswer,
  keywordHint: '公司名称、代码或账号姓名',
  columns: [
    { field: 'respondentName', width: 220 },
    { field: 'subjectName', width: 140 },
    { field: 'roundName', width: 220 },
    { field: 'submitterName', width: 100 },
    { field: 'submitTime', width: 160, sortable: true },
    { field: 'submissionCount', width: 90 },
    { field: 'lateReason', width: 140 },
    { field: 'queryCount', width: 130 },
    { field: 'certificateNo', width: 150 },
    { field: 'updateTime', width: 160, sortable: true },
    { field: 'answerStatus', width: 100, title: '状态', tag: answerStatus },
  ],
  create: false,
  ownFilters: ['questions'],
  above: ({ list }) =>
    list.store.query.filters['roundId'] || list.store.query.filters['questions'] ? (
      <Suspense fallback={null}>
        <QuestionFilters />
      </Suspense>
    ) : null,
  toolbar: (tools) => <RemindSelected tools={tools} />,
  detailWidth: 1080,
  inDetail: (row, tools) => row.anonymousFlag ? <Alert type="info" showIcon title="匿名填报" description="只记录是否参与，不记录时间，也不能按填报人查看内容。结束后请看问卷统计。" /> : (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
      <Content key={`${row.answerId} ${row.updateTime}`} row={row} onChanged={() => void tools.reload()} />
    </Suspense>
  ),
  texts: {
    certify: '认证通过后填报人不能再修改。填写或提交过的人不能认证。',
    refuse: '退回后填报人按原因修改并重新提交，全部题目都可以修改。只退回几道题时，请在填报内容中逐题退回。',
    cancel: '作废后不计入统计，填报人不能再提交。',
  },
  emptyText: '还没有填报',
})

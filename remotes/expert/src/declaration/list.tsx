import { declareStatus } from '@assoc/contract/expert/declaration-status'
import type { declaration } from '@assoc/contract/expert/declaration'
import { Skeleton, type Column, type RowOfResource } from '@assoc/ui'
import { lazy, Suspense } from 'react'

type Row = RowOfResource<typeof declaration>
const Content = lazy(() => import('./Content').then((m) => ({ default: m.Content })))

/** Columns that every list of declarations has. */
export const COLUMNS: readonly Column<Row>[] = [
  { field: 'declareNo', width: 130, sortable: true },
  { field: 'declarantName', width: 110 },
  { field: 'companyName', width: 120 },
  { field: 'stockCode', width: 90, hidden: true },
  { field: 'schemeName', width: 240 },
  { field: 'jurisdiction', width: 90 },
  { field: 'eligibleResult', width: 95 },
  { field: 'declareStatus', width: 100, title: '状态', tag: declareStatus },
  { field: 'submitTime', width: 160, sortable: true },
  { field: 'correctionDue', width: 160, hidden: true },
  { field: 'finalScore', width: 95, hidden: true },
  { field: 'grade', width: 95, hidden: true },
  { field: 'updateTime', width: 160, sortable: true, hidden: true },
]

/** Steps that follow from scores, publicity and publication. */
export const BY_OTHERS = ['announce', 'publish'] as const

/** Sentences of the questions before steps of a review. */
export const TEXTS = {
  accept: '受理后申报人不能再撤回。',
  passFirst: '通过后由协会复审，复审须由其他人办理。',
  passSecond: '通过后进入评分，申报表同时认证，不能再修改。退回的题目须已答复。',
  returnFirst: '申报人在 5 个工作日内补正，可以修改全部内容。只退回几道题时，请在申报表中逐题退回。',
  returnSecond: '申报人在 5 个工作日内补正，补正后重新初审和复审。只退回几道题时，请在申报表中逐题退回。',
  disqualify: '取消资格后不再评价，申报人会收到通知。',
}

export const inDetail = (row: Row, reload: () => Promise<void>, readOnly = false) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
    <Content key={`${row.declareId} ${row.version}`} row={row} onChanged={() => void reload()} readOnly={readOnly} />
  </Suspense>
)

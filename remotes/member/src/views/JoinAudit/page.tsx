import { categoryLookup } from '@assoc/contract/member/lookups'
import { applyStatus, joinApply, OPINION_LETTERS, verifyWay } from '@assoc/contract/member/join-apply'
import { session } from '@assoc/session'
import { resourcePage, Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import type { CodeProps } from './Verify'
import { papersField } from './documents'

const OPINION = `意见至少 ${OPINION_LETTERS} 个字，申请单位会按此办理。`

/** Steps of a review: after one of them the next application that waits is opened. */
const REVIEW = applyStatus.transitions.map((t) => t.verb).filter((verb) => !['submit', 'withdraw'].includes(verb))

// Comes with the first detail that asks for it.
const Verify = lazy(() => import('./Verify'))
const Code = lazy(async () => ({ default: (await import('./Verify')).Code }))
const DocumentList = lazy(() => import('./DocumentList'))
const CodeField = (props: CodeProps) => <Suspense fallback={null}><Code {...props} /></Suspense>
/** Statuses before the first review has passed. */
const UNREVIEWED: readonly string[] = ['draft', 'firstReview', 'returned']

/** Nothing is asked for any more. */
const OVER: readonly string[] = ['approved', 'rejected', 'withdrawn']

/** Applications for membership on their way through the reviews; after a decision the next that waits is opened. */
export default resourcePage({
  name: 'member/JoinAudit',
  title: '入会申请审核',
  resource: joinApply,
  // Documents are sent by item; the field that holds them all together is the server's.
  form: { except: ['materials'] },
  nameOf: ({ companyName }) => companyName,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '申请编号、单位或信用代码' },
    { kind: 'select', name: 'applyStatus', label: '申请状态', options: applyStatus.options, multiple: true },
    { kind: 'ref', name: 'applyCategoryId', label: '申请类别', lookup: categoryLookup },
    { kind: 'dates', name: 'updateTimeFrom', to: 'updateTimeTo', label: '更新日期' },
  ],
  columns: [
    { field: 'applyNo', width: 145, sortable: true },
    { field: 'companyName', width: 215 },
    { field: 'categoryName', width: 95 },
    { field: 'applyStatus', width: 105, tag: applyStatus },
    { field: 'firstReviewer', width: 85 },
    { field: 'secondReviewer', width: 85, hidden: true },
    { field: 'updateTime', width: 150, sortable: true },
    { field: 'creditCode', width: 190, hidden: true },
    { field: 'applicantName', width: 110, hidden: true },
    { field: 'applicantMobile', width: 130, hidden: true },
    { field: 'verifyWay', width: 105, tag: verifyWay, hidden: true },
    { field: 'approveMeeting', width: 180, hidden: true },
    { field: 'approveDate', width: 115, hidden: true },
    { field: 'memberNo', width: 125, hidden: true },
  ],
  fields: {
    companyName: { span: 2, help: '填写营业执照上的全称' },
    creditCode: { placeholder: '18 位', help: '已是会员或有未办结申请的单位不能再次申请' },
    totalShares: { help: '会费按股本分档的类别请填写，首张账单以此为准；公司资料中已有的以公司资料为准' },
    applicantMobile: { help: '最迟在初审通过时核实；修改号码后须重新核实' },
    materialSlots: papersField({ biz: 'join', purpose: 'joinApply.materials' }),
    approveMeeting: { placeholder: '例如 第三届理事会第一次会议', help: '可在批准入会时填写' },
    approveDate: { help: '可在批准入会时填写，即会员的入会日期' },
  },
  detail: ['applyNo', 'applyStatus', 'companyName', 'creditCode', 'categoryName', 'totalShares', 'applicantName', 'applicantMobile', 'verifyWay', 'verifiedBy', 'verifiedTime', 'firstReviewer', 'firstOpinion', 'secondReviewer', 'secondOpinion', 'rejectReason', 'approveMeeting', 'approveDate', 'memberNo', 'remark', 'updateTime'],
  texts: {
    submit: '提交后进入初审，在退回之前不能修改。必传的材料须已上传。',
    passFirst: '请写明初审意见。通过后进入复审，复审须由您和登记人以外的人办理。',
    passSecond: '请写明复审意见。通过后等待理事会或常务理事会批准。',
    returnFirst: `退回后由登记人补正并重新提交。${OPINION}`,
    returnSecond: `退回后由登记人补正，并从初审重新开始。${OPINION}`,
    rejectFirst: `驳回后该申请结束。${OPINION}`,
    rejectSecond: `驳回后该申请结束。${OPINION}`,
    reject: `不予批准后该申请结束。${OPINION}`,
    approve: '批准后生成会员编号、首张账单和会员档案。',
    withdraw: '撤回后该申请结束，需要时可重新登记。',
    delete: '草稿删除后不能恢复。',
  },
  asks: (row, verb) => {
    if (verb === 'approve') return { representativeBy: { help: `申请人：${row.applicantName}` } }
    return row.verifyWay ? { verifyBy: false, verifyCode: false } : { verifyBy: { required: true, span: 2 }, verifyCode: { kind: 'own', span: 2, render: <CodeField applyId={row.applyId} /> } }
  },
  inDetail: (row, tools) => (
    <Suspense fallback={<Skeleton active title={false} />}>
      {!row.verifyWay && UNREVIEWED.includes(row.applyStatus) && session().has('member:apply:insert') ? <Verify applyId={row.applyId} onDone={tools.reload} /> : null}
      <DocumentList biz="join" slots={row.materialSlots} open={!OVER.includes(row.applyStatus)} />
    </Suspense>
  ),
  review: REVIEW,
})

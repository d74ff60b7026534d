import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { boardTermLookup, categoryLookup } from '@assoc/contract/member/lookups'
import { CASE_VERBS, memberKind, memberResource, memberStatus, missingPost, restoreMember } from '@assoc/contract/member/member'
import { resourcePage } from '@assoc/ui'
import { arrearsSearch } from '../../lib/arrears'
import { Statement, statementAction } from '../../fee/statement'
import { WriteToChosen } from '../../message/chosen'
import { MemberWays } from './MemberWays'

/** All memberships, those that ended too. */
export default resourcePage({
  name: 'member/MemberList',
  title: '会员列表',
  resource: memberResource,
  // A case of 退会与除名 carries these out.
  steps: { hide: CASE_VERBS },
  restore: restoreMember,
  // Members are known by their numbers, the first of them by the lowest.
  defaultSort: { field: 'memberNo', order: 'asc' },
  nameOf: ({ memberName, memberNo }) => `${memberName}（${memberNo}）`,
  columns: [
    { field: 'memberName', width: 130 },
    { field: 'stockCode', width: 90 },
    { field: 'categoryName', width: 115 },
    { field: 'representativeName', width: 100 },
    { field: 'liaisonName', width: 90 },
    { field: 'overdueAmount', width: 130 },
    { field: 'memberNo', width: 125, sortable: true },
    { field: 'joinDate', width: 115, sortable: true },
    { field: 'memberStatus', width: 128, tag: memberStatus },
    { field: 'jurisdiction', width: 115 },
    { field: 'arrearsYears', width: 120 },
    { field: 'balance', width: 140 },
    { field: 'companyName', width: 220, hidden: true },
    { field: 'memberKind', width: 95, hidden: true },
    { field: 'certNo', width: 130, hidden: true },
    { field: 'termName', width: 120, hidden: true },
    { field: 'suspendUntil', width: 115, hidden: true },
    { field: 'founderFlag', width: 110, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '会员编号、名称、代码或人名' },
    { kind: 'select', name: 'memberKind', label: '会员性质', options: memberKind.options },
    { kind: 'select', name: 'memberStatus', label: '会籍状态', options: memberStatus.options, multiple: true },
    { kind: 'ref', name: 'categoryId', label: '会员类别', lookup: categoryLookup },
    { kind: 'select', name: 'jurisdiction', label: '辖区', options: jurisdiction.options },
    { kind: 'select', name: 'arrearsYearsMin', label: '连续欠费', options: ['1', '2', '3'].map((n) => ({ value: n, label: `${n} 年及以上` })) },
    { kind: 'ref', name: 'termId', label: '届次', lookup: boardTermLookup },
    ...arrearsSearch,
    { kind: 'select', name: 'missing', label: '代表和联络员', options: missingPost.options },
    { kind: 'dates', name: 'joinDateFrom', to: 'joinDateTo', label: '入会日期' },
  ],
  fields: {
    memberKind: { span: 2, help: '登记后不能修改' },
    companyId: { help: '登记后不能修改；每家公司只有一个在籍会籍' },
    personId: { help: '从独董人才库中选择已入库的人员，登记后不能修改；每人只有一个在籍会籍' },
    joinDate: { help: '会员编号按入会年份编排' },
    representativeId: { help: '须是该公司在任的联系人' },
    deptId: { help: '不选时归您所在的部门' },
  },
  initial: { memberKind: 'company', founderFlag: false },
  asks: () => ({ suspendUntil: { help: '期满次日自动恢复；不填则须人工恢复' } }),
  texts: {
    suspend: '暂停期间会员不享有表决权等权利，会籍仍然保留。请写明原因。',
    resume: '恢复后会员重新享有各项权利。请写明依据。',
    delete: '会员将移入回收站，可以恢复。只能删除正常的会员，已有账单或缴费的不能删除。',
  },
  detail: ['memberNo', 'memberName', 'memberKind', 'companyName', 'stockCode', 'memberStatus', 'suspendUntil', 'categoryName', 'termName', 'jurisdiction', 'joinDate', 'certNo', 'founderFlag', 'representativeName', 'liaisonName', 'overdueAmount', 'arrearsYears', 'balance', 'remark', 'updateTime'],
  actions: (row, { show }) => statementAction(() => show('statement', row)),
  toolbar: (tools) => <WriteToChosen from="member" tools={tools} />,
  inDetail: (row) => <MemberWays member={row} />,
  dialogs: { statement: Statement },
})

import { choice } from '../core/fields'

/** 监事 stands here for history alone: listed companies have none since 2026-01-01 (domain A5). */
export const postType = choice('职务类别', {
  chairman: '董事长',
  manager: '总经理',
  secretary: '董事会秘书',
  affairs: '证券事务代表',
  independent: '独立董事',
  director: '董事',
  finance: '财务负责人',
  auditChair: '审计委员会召集人',
  supervisor: '监事（历史）',
  liaison: '会员联络员',
  feeContact: '财务联系人',
})

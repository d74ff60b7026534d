import { today } from '@assoc/contract/core/day'
import { findReportAccounts, reportUser as contract } from '@assoc/contract/member/report-user'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import { accountsNamed, canSignIn } from '../../../platform/identity/people'
import { mayBind } from './bounds'
import * as repository from './repository'
import { reportUserDemo, reportUserMenu } from './seed'
import './tables'

/** Accounts that a picker offers. */
const OFFERED = 20

const runtime = mountResource(contract, {
  table: 'report_user',
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.computedOn(today),
  keyword: { where: repository.holding },
  filters: repository.filtersOn(today),
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.realName,
  constraints: { report_user_unique: () => refuse.field('userId', '该用户已有报告授权，请修改原有授权') },
  before: {
    insert: async (action, fields) => {
      const { db } = action
      if (!(await canSignIn(db, fields.userId))) throw refuse.field('userId', '没有这个用户，或账号已停用')
      await mayBind(action, fields.userId, fields)
    },
    update: async (action, row, fields) => {
      if (fields.userId !== row.userId) throw refuse.field('userId', '不能改为其他用户，请另行新增')
      await mayBind(action, row.userId, { ...row, ...fields })
    },
    remove: (action, row) => mayBind(action, row.userId, null),
  },
})

/** Accounts that see and hand in reports of some companies and types alone. */
export const reportUser = {
  ...runtime,
  bindings: [...runtime.bindings, handle(findReportAccounts, async ({ db, input }) => (input.keyword ? accountsNamed(db, input.keyword, { without: repository.listed, limit: OFFERED }) : []))],
  seeds: [reportUserMenu, reportUserDemo],
}

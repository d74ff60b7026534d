import { downloadEvalNotice, evalNotice as contract, findObjectionHandlers } from '@assoc/contract/expert/notice'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { accountsNamed } from '../../../platform/identity/people'
import type { ServerModule } from '../../../platform/module'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { onNoticeStep } from '../declaration/outcome'
import { computeGrades } from '../grade-result/compute'
import { schemeRuntime } from '../scheme'
import { noticePdf } from './document'
import { objection } from './objection'
import * as repository from './repository'

const resource = mountResource(contract, {
  table: 'eval_notice',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.noticeComputed,
  keyword: { columns: ['notice_title'], grams: true },
  order: { field: 'endTime', direction: 'desc' },
  nameOf: (row) => row.noticeTitle,
  handover: { label: '未公布的公示', order: 79, open: ['draft', 'running'], settled: ['published'], name: 'noticeTitle' },
  constraints: { eval_notice_scheme: () => refuse.field('schemeId', '该方案已有公示') },
  may: (_principal, row, verb) => (verb !== 'update' && verb !== 'delete') || row.noticeStatus === 'draft' || '公示开始后不能修改',
  before: {
    change: async ({ db }, row, step) => {
      const held = await repository.holdNotice(db, row.noticeId)
      if (!held) throw refuse.notFound()
      if (step.verb === 'start') {
        if (held.endTime <= held.now) throw refuse.field('endTime', '公示截止须晚于现在')
        const { graded, unscored } = await computeGrades(db, row.schemeId)
        if (graded === 0) throw refuse.inUse('该方案还没有结果')
        if (unscored > 0) throw refuse.inUse(`还有 ${unscored} 个对象没有得分`)
        // While it is a draft: what is on show bears its hash from the first moment.
        await repository.putOnShow(db, row.noticeId, row.schemeId)
        return
      }
      if (held.endTime > held.now) throw refuse.inUse('公示期未满，不能公布')
      const open = await repository.openObjections(db, row.noticeId)
      if (open > 0) throw refuse.inUse(`还有 ${open} 件异议没有办结，不能公布`)
    },
  },
  after: {
    change: async (action, row, step) => {
      if (step.verb === 'start') {
        await onNoticeStep(action, row.schemeId, 'announce')
        await derivedStep(schemeRuntime, action, row.schemeId, 'announce')
        return
      }
      const published = await repository.publishResults(action.db, row.noticeId)
      await onNoticeStep(action, row.schemeId, 'publish')
      await derivedStep(schemeRuntime, action, row.schemeId, 'publish')
      action.audit({ recordType: 'evalNotice', recordId: row.noticeId, verb: 'publishResults', after: { published } })
    },
  },
})

/** What notices are stepped by, for tests. */
export const noticeRuntime = resource.runtime

/** Accounts that a choice offers. */
const OFFERED = 20

/** Notices of publicity with their objections. */
export const notice: ServerModule = {
  bindings: [
    ...resource.bindings,
    ...objection.bindings,
    handle(findObjectionHandlers, async ({ db, input }) => (input.keyword ? accountsNamed(db, input.keyword, { without: repository.NOBODY, limit: OFFERED }) : [])),
    handle(downloadEvalNotice, async ({ db, input }) => {
      const printed = await repository.printedNotice(db, input.noticeId)
      if (!printed) throw refuse.notFound()
      return { fileName: `${printed.noticeTitle}.pdf`, contentType: 'application/pdf', body: await noticePdf(printed, await repository.shownRows(db, input.noticeId)) }
    }),
  ],
}

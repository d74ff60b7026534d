import { viewLink } from '@assoc/contract'
import { boardTerm as contract } from '@assoc/contract/member/board-term'
import { holdersOf } from '../../../platform/access/load-principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import { notify } from '../../../platform/notifications/notify'
import { mountResource } from '../../../platform/resource/mount'
import { has } from '../../../platform/access/principal'
import { defineTodos, todo } from '../../../platform/workspace/todos'
import * as repository from './repository'
import { demoTerms, termMenu } from './seed'

const UPDATE = 'member:term:update'
/** Days before the end of a term at which staff are told of it, and on the day itself. */
const TOLD_AT = [0, 7, 30, 90] as const
const AHEAD = Math.max(...TOLD_AT)

const runtime = mountResource(contract, {
  table: 'board_term',
  computed: { memberCount: repository.memberCount, daysLeft: repository.daysLeft },
  keyword: { columns: ['term_name'] },
  order: { field: 'termStart', direction: 'desc' },
  nameOf: (row) => row.termName,
  constraints: {
    board_term_name_unique: () => refuse.field('termName', '该届次名称已被使用'),
    board_term_no_unique: () => refuse.field('termNo', '该届数已被使用'),
    board_term_in_office: () => refuse.inUse('已有在届的届次，请先办理上一届届满'),
    member_term_id_fkey: () => refuse.inUse('已有会员使用该届次，不能删除'),
  },
  before: {
    change: (_action, row, step) => {
      if (step.verb === 'begin' && !(row.termStart && row.termEnd && row.termNo)) throw refuse.inUse('请先补充届数和任期')
    },
  },
})

defineTodos({
  permits: [UPDATE],
  count: async (db, principal) => {
    const ending = has(principal, UPDATE) ? await repository.endingWithin(db, AHEAD) : []
    return [todo('任期将届满的理事会届次', ending.length, ending[0]?.termId, 'member/BoardTermList', { boardTermStatus: 'inOffice' })]
  },
})

/** Tells who keeps the terms of each end that comes near, once at each distance; answers how many ends it told of. */
export async function tellEnds(db: Db): Promise<number> {
  let count = 0
  for (const { termId, termName, termEnd, left } of await repository.endingWithin(db, AHEAD)) {
    const near = TOLD_AT.find((days) => left <= days)
    await db.transaction().execute(async (tx) => {
      if (near === undefined || !(await repository.noteTold(tx, termId, `${termEnd} ${near}`))) return
      count += 1
      const content = left > 0 ? `任期到 ${termEnd}，还有 ${left} 天。请筹备换届，并登记下一届。` : `任期已于 ${termEnd} 届满。请办理届满，并将下一届到任。`
      for (const userId of await holdersOf(tx, UPDATE)) await notify(tx, userId, { title: `${termName}${left > 0 ? '将届满' : '已到期'}`, content, link: viewLink('member/BoardTermList', { record: termId }) })
    })
  }
  return count
}

// Once a night, at 01:35 in Shanghai.
defineJob('member:termEnds', async (_payload, { db }) => void (await tellEnds(db)), '35 17 * * *')

export const boardTerm = { ...runtime, seeds: [termMenu, demoTerms] }

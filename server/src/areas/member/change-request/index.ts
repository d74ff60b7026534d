import { changeRequest as contract, findChangeTargets, selectChangeFields, selectChangeTarget } from '@assoc/contract/member/change-request'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { takeNumbers } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { findTargets, validate, keep, mayRead, pass, readTarget } from './items'
import * as repository from './repository'
import { changeTargets } from './target'
import './targets'

/** In a file the items stand in words: 变更项, 变更前 and 变更后. */
const exported = contract.row.omit({ changes: true, changeItems: true, fieldName: true, newValue: true })

const runtime = mountResource(contract, {
  table: 'change_request',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { columns: ['change_no', 'target_name'], grams: true, number: { column: 'change_no', prefix: 'BG' } },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  todos: [{ label: '待审核信息变更', status: 'pending', permit: 'director:change:audit' }],
  handover: { label: '待审核的信息变更', order: 60, open: ['pending'] },
  nameOf: (row) => row.changeNo,
  exportAs: { row: exported, always: [], fill: (_db, rows) => Promise.resolve(rows) },
  constraints: { change_item_open_unique: () => refuse.field('changeItems', '该对象的这一项已有待审核的变更申请') },
  may: (principal, row, verb) => verb !== 'withdraw' || row.createBy === principal.userId || '只有提交人可以撤回变更申请',
  before: { insert: validate },
  after: {
    insert: keep,
    // The step has been taken by then: of two at once only one writes.
    change: async (action, row, step) => {
      await repository.closeItems(action.db, row.changeId)
      if (step.verb === 'pass') await pass(action, row)
    },
  },
})

const menu: Seed = {
  name: 'member.changeRequest.menu',
  order: 34,
  async run(db) {
    await seedMenus(db, [{ menuId: 1505, parentId: 1500, menuName: '变更信息管理', menuPath: '/soleManager/changeMsg', menuLink: 'member/ChangeMsg', sortNo: 5 }], ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['director:change:read', 'director:change:insert'], { director: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['director:change:'], { director: 'deptTree' })
    await grantRole(db, 'LEADER', ['director:change:read'], { director: 'all' })
  },
}

const DEMO_DAY = '20260301'
const demo: Seed = {
  name: 'member.changeRequest.demo',
  order: 46,
  demo: true,
  async run(db) {
    await takeNumbers(db, 'BG', DEMO_DAY, 12)
    await repository.insertDemo(db, `BG${DEMO_DAY}`)
  },
}

export const changeRequest = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    handle(selectChangeFields, ({ principal }) =>
      Promise.resolve(changeTargets().filter((target) => mayRead(principal, target)).map(({ type, fields }) => ({ targetType: type, fields: Object.entries(fields).map(([fieldName, { label, proof, options }]) => ({ fieldName, label, proof, options })) }))),
    ),
    handle(selectChangeTarget, ({ db, principal, input }) => readTarget({ db, principal }, input.targetType, input.targetId)),
    handle(findChangeTargets, ({ db, principal, input }) => findTargets({ db, principal }, input.targetType, input.keyword ?? '')),
  ],
  seeds: [menu, demo],
}

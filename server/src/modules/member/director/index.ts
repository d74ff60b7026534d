import { directorUser as contract, exportResumes } from '@assoc/contract/member/director'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { today } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'
import { packer } from './resumes'
import { judgeFields, judgePass, may } from './rules'
import { directorDemo, directorMenu } from './seed'
import './tables'

const mounted = mountResource(contract, {
  table: 'director_user',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  keyword: { columns: ['name', 'current_unit'], grams: true },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  sealed: { idCard: { text: 'id_card_sealed', print: 'id_card_print' } },
  constraints: {
    director_user_id_card_unique: () => refuse.field('idCard', '该身份证号已登记'),
    director_user_mobile_unique: () => refuse.field('mobile', '该手机号码已登记'),
  },
  todos: [
    { status: 'pending', label: '待审核独立董事', permit: 'director:user:audit', page: '/enterprise/registrationAudit' },
    { status: 'returned', label: '待补正独立董事', permit: 'director:user:insert', page: '/enterprise/registrationAudit' },
  ],
  may,
  before: {
    insert: (_deed, fields) => judgeFields(fields),
    update: (_deed, row, fields) => judgeFields(fields, row),
    change: (deed, row, step) => judgePass(deed, row, step),
  },
  after: {
    change: async ({ db }, row, step) => {
      if (step.verb === 'refuse') await repository.noteRefused(db, String(row['directorId']), today())
    },
  },
})

/** People who are, or want to be, independent directors: their audit, the pool, and their résumés. */
export const director = { ...mounted, bindings: [...mounted.bindings, handle(exportResumes, packer(mounted.mounted.entity))], seeds: [directorMenu, directorDemo] }

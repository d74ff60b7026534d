import { directorBase as contract } from '@assoc/contract/expert/director-base'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { initials } from '../../../platform/search/grams'
import { findable } from '../../../platform/search/palette'
import { holdsPoolNumber } from '../../member/api'
import { personsNamed } from './named.repository'
import { computed, filters, ownPrint } from './repository'

/** Gender and day of birth, as the resident identity number tells them (GB 11643-1999). */
export const bornBy = (idCard: string): { gender: 'male' | 'female'; birth_date: string } => ({
  gender: Number(idCard[16]) % 2 === 1 ? 'male' : 'female',
  birth_date: `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`,
})

/** Two entries are of one person when their numbers are the same; a name is no proof. */
async function requireSamePerson({ db, platform }: Action, poolId: string | null | undefined, idCard: string | undefined, personId?: string): Promise<void> {
  if (!poolId) return
  const own = idCard ? platform.encryption.blindIndex(idCard) : personId && (await ownPrint(db, personId))
  if (!own || !(await holdsPoolNumber(db, poolId, own))) throw refuse.field('poolId', '该独董信息的身份证号与此人不一致，不能关联')
}

const runtime = mountResource(contract, {
  table: 'director_base',
  module: 'appointment',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  encrypted: { idCard: { text: 'id_card_sealed', blindIndex: 'id_card_print' } },
  computed,
  filters,
  keyword: { columns: ['name', 'name_initials'], grams: true, numbers: ['mobile', 'id_card'] },
  derive: ({ name, idCard }) => ({ ...(typeof name === 'string' ? { name_initials: initials(name) } : {}), ...(typeof idCard === 'string' ? bornBy(idCard) : {}) }),
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.name,
  named: personsNamed,
  constraints: {
    director_base_id_card_unique: () => refuse.field('idCard', '该身份证号已登记，一个人只登记一次'),
    director_appointment_person_id_fkey: () => refuse.inUse('此人已有任职记录，不能删除'),
  },
  before: {
    insert: (action, fields) => requireSamePerson(action, fields.poolId, fields.idCard),
    update: (action, row, fields) => requireSamePerson(action, fields.poolId === undefined ? row.poolId : fields.poolId, fields.idCard, row.personId),
  },
})

findable(runtime.runtime, { group: '董事', order: 10, label: 'name', hint: ['birthDate'] })

/** The register of persons behind the appointments. */
export const director = runtime

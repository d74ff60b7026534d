import type { Lookup, LookupOf } from '../core/lookup'
import type { appointment } from './appointment'
import type { directorBase } from './director-base'
import type { gradeResult } from './grade-result'
import type { evalNotice } from './notice'
import type { evalScheme } from './scheme'

/** Directors and secretaries of the register of persons. */
export const directorBaseLookup: Lookup = {
  entity: 'directorBase',
  list: async () => (await import('./director-base')).directorBase.list,
  read: async () => (await import('./director-base')).directorBase.read,
  id: 'personId',
  label: ['name', 'birthDate'],
  hint: '输入姓名、拼音首字母或完整身份证号',
  named: ['name'],
  view: 'expert/DirectorBase',
} satisfies LookupOf<typeof directorBase.list>

/** Appointments, of those who have left as well: what they did is noted afterwards. */
export const appointmentLookup: Lookup = {
  entity: 'appointment',
  list: async () => (await import('./appointment')).appointment.list,
  read: async () => (await import('./appointment')).appointment.read,
  id: 'appointmentId',
  label: ['name', 'companyName', 'termStart'],
  hint: '输入姓名、公司名称或代码',
  filter: { appointStatus: ['serving', 'left'] },
  view: 'expert/AppointmentList',
} satisfies LookupOf<typeof appointment.list>

/** Schemes of evaluation, of whatever status. */
export const evalSchemeLookup: Lookup = {
  entity: 'evalScheme',
  list: async () => (await import('./scheme')).evalScheme.list,
  read: async () => (await import('./scheme')).evalScheme.read,
  id: 'schemeId',
  label: ['schemeName', 'evalTarget'],
  hint: '输入方案名称',
  named: ['schemeName'],
  view: 'expert/EvalScheme',
} satisfies LookupOf<typeof evalScheme.list>

/** Notices of publicity. */
export const evalNoticeLookup: Lookup = {
  entity: 'evalNotice',
  list: async () => (await import('./notice')).evalNotice.list,
  read: async () => (await import('./notice')).evalNotice.read,
  id: 'noticeId',
  label: ['noticeTitle'],
  hint: '输入公示标题',
  named: ['noticeTitle'],
  view: 'expert/PublicityList',
} satisfies LookupOf<typeof evalNotice.list>

/** Results of evaluations. */
export const gradeResultLookup: Lookup = {
  entity: 'gradeResult',
  list: async () => (await import('./grade-result')).gradeResult.list,
  read: async () => (await import('./grade-result')).gradeResult.read,
  id: 'resultId',
  label: ['name', 'companyName', 'evalYear', 'gradeCode'],
  hint: '输入姓名、公司名称或代码',
  view: 'expert/DirectorGrade',
} satisfies LookupOf<typeof gradeResult.list>

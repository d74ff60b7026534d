import { viewLink, type InputOf } from '@assoc/contract'
import { meetingType } from '@assoc/contract/meeting/meeting-type'
import * as calls from '@assoc/contract/meeting/statistics'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { placeLabel, UNSAID } from '../../member/api'
import * as repository from './repository'
import { statMenu } from './seed'

type Input = InputOf<typeof calls.selectMeetingStat>

const MOST = 200
const PLACED = 'confirmed,attended,absent'

/** Filters of the list of registrations that mean a row; null where none does. */
function filterOf({ by, startDateFrom, startDateTo, meetingType: type, jurisdiction }: Input, key: string | null, all: boolean): Record<string, string | undefined> | null {
  const narrowed = { startDateFrom, startDateTo, meetingType: type, jurisdiction }
  if (all) return narrowed
  if (key === null) return null
  if (by === 'year') return { ...narrowed, startDateFrom: [`${key}-01-01`, startDateFrom ?? ''].sort().at(-1), startDateTo: [`${key}-12-31`, startDateTo ?? '9999'].sort()[0] }
  return { ...narrowed, [by === 'type' ? 'meetingType' : by === 'company' ? 'companyId' : 'jurisdiction']: key }
}

const labelOf = (by: Input['by'], { key, label }: repository.Counted): string =>
  key === null ? (by === 'company' ? '其他单位与嘉宾' : UNSAID) : by === 'type' ? meetingType.labels[key as keyof typeof meetingType.labels] : by === 'jurisdiction' ? placeLabel(key) : by === 'year' ? `${key} 年` : (label ?? key)

async function stat(db: Db, principal: Principal, input: Input) {
  if (input.startDateFrom && input.startDateTo && input.startDateTo < input.startDateFrom) throw refuse.field('startDateTo', '结束日期不能早于开始日期')
  const [total, ...rows] = (await repository.attendance(db, principal, input, MOST)).map((row, i) => {
    const filter = filterOf(input, row.key, i === 0)
    const link = (regStatus: string) => (filter ? viewLink('meeting/QueryRegistration', { ...filter, regStatus }) : '')
    return { ...row, key: row.key ?? '', label: i === 0 ? '合计' : labelOf(input.by, row), links: { registered: link(PLACED), attended: link('attended'), absent: link('absent') } }
  })
  if (!total) throw new Error('figures without their sum')
  return { total, rows }
}

async function exported({ db, principal, input, audit }: Context<typeof calls.exportMeetingStat>) {
  const { total, rows } = await stat(db, principal, input)
  audit({ recordType: 'meetingStat', recordId: null, verb: 'export', after: { ...input, rows: rows.length } })
  const line = ({ label, meetings, registered, attended, absent, rate }: (typeof rows)[number]) => [label, meetings, registered, attended, absent, rate]
  const body = await writeWorkbook([{ name: '会议统计', header: [calls.statBy.labels[input.by], '会议场次', '报名成功', '已签到', '缺席', '到会率（%）'], widths: [26, 12, 12, 12, 12, 12], rows: [...rows, total].map(line) }])
  return { fileName: `会议统计-按${calls.statBy.labels[input.by]}.xlsx`, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body }
}

/** Attendance in figures, each with the list behind it. */
export const meetingStatistics: ServerModule = {
  bindings: [handle(calls.selectMeetingStat, ({ db, principal, input }) => stat(db, principal, input)), handle(calls.exportMeetingStat, exported)],
  seeds: [statMenu],
}

import { localTime } from '@assoc/contract/core/day'
import { meetingStatus } from '@assoc/contract/meeting/meeting'
import type * as calls from '@assoc/contract/meeting/sign-in'
import { signState, signWay } from '@assoc/contract/meeting/sign-in'
import { sessionPhase } from '@assoc/contract/meeting/sign-session'
import { iso, type Db } from '../../../platform/database/database'
import { writeWorkbook } from '../../../platform/excel/excel'
import { refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import type { Context } from '../../../platform/http/context'
import { makePdf } from '../../../platform/pdf/pdf'
import { pinyinOfEach } from '../../../platform/search/pinyin'
import { publicSpeakers } from '../lecturer/repository'
import type * as repository from './repository'
import { sessionOf } from './sign'
import * as table from './table.repository'

/** Name with everything but its first character hidden, for screens that a whole hall sees. */
const masked = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.min(2, Math.max(1, [...name].length - 1)))}`

/** People of a session whose name fits what was typed in pinyin: whole, or its first letters. Names of one meeting are few enough to be read. */
async function fitting(db: Db, sessionId: string, keyword: string | null | undefined): Promise<string[] | undefined> {
  const typed = keyword?.trim().toLowerCase().replace(/\s/g, '')
  if (!typed || !/^[a-z]{2,}$/.test(typed)) return undefined
  return (await table.names(db, sessionId))
    .filter(({ name }) => pinyinOfEach(name, 'first').join('').startsWith(typed) || pinyinOfEach(name, 'num').map((one) => one.replace(/\d/g, '')).join('').startsWith(typed))
    .map(({ registerId }) => registerId)
}

export async function selectSignTable({ db, input }: Context<typeof calls.selectSignTable>) {
  const { sessionId, page, pageSize, ...wanted } = input
  const ids = await fitting(db, sessionId, wanted.keyword)
  const { items, total } = await table.page(db, sessionId, { ...wanted, ids }, pageSize, (page - 1) * pageSize)
  return { items: items.map((row) => ({ ...row, signTime: row.signTime ? iso(row.signTime) : null })), total }
}

export async function selectSignSummary({ db, input: { sessionId } }: Context<typeof calls.selectSignSummary>) {
  const session = await sessionOf(db, sessionId)
  const [counts, gates, companies, last] = await Promise.all([table.counts(db, sessionId), table.perGate(db, sessionId), table.perCompany(db, sessionId), table.last(db, sessionId)])
  return {
    meetingName: session.meetingName,
    sessionName: session.sessionName,
    phase: sessionPhase.labels[session.phase],
    signFrom: iso(session.signFrom),
    signTo: iso(session.signTo),
    ...counts,
    missing: counts.registered - counts.arrived,
    gates,
    companies,
    last: last.map((one) => ({ ...one, name: masked(one.name), signTime: iso(one.signTime) })),
  }
}

const clock = (instant: Date | null): string => (instant ? localTime(instant).slice(0, 19) : '')

/** The sheet of a session: as a workbook with who has come, or as A4 with a box for each signature. */
export async function exportSignTable({ db, input, audit }: Context<typeof calls.exportSignTable>) {
  const session = await sessionOf(db, input.sessionId)
  const rows = await table.toPrint(db, input.sessionId)
  const title = `会议签到表-${session.meetingName}-${session.sessionName}`.replace(/[\\/:*?"<>|]/g, ' ')
  audit({ recordType: 'signSession', recordId: input.sessionId, verb: 'export', after: { rows: rows.length, format: input.format } })
  const body = input.format === 'xlsx' ? await workbook(rows) : await printed(session, rows)
  return { fileName: `${title}.${input.format}`, contentType: input.format === 'pdf' ? 'application/pdf' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body }
}

const HEAD = ['序号', '姓名', '单位', '职务', '报名编号', '手机后四位', '到场情况', '签到时间', '签到方式', '签到点', '特批']
const workbook = (rows: readonly table.Row[]): Promise<Buffer> =>
  writeWorkbook([
    {
      name: '会议签到表',
      header: HEAD,
      widths: [6, 12, 22, 16, 18, 12, 10, 20, 12, 12, 6],
      rows: rows.map((r, i) => [i + 1, r.name, r.companyName ?? '', r.postName, r.registerNo, r.mobileEnd, signState.labels[r.state], clock(r.signTime), r.way ? signWay.labels[r.way] : '', r.gate ?? '', r.forced ? '是' : '']),
    },
  ])

const printed = (session: repository.Session, rows: readonly table.Row[]): Promise<Buffer> =>
  makePdf('会议签到表', (document) => {
    document.facts([
      ['会议', session.meetingName],
      ['场次', session.sessionName],
      ['会议时间', localTime(session.startTime).slice(0, 16)],
      ['地点', session.address ?? '线上会议'],
      ['应到', `${rows.length} 人`],
    ])
    document.table(
      [{ title: '序号', width: 1 }, { title: '姓名', width: 2 }, { title: '单位', width: 4 }, { title: '职务', width: 3 }, { title: '签字', width: 4, box: true }],
      rows.map((r, i) => [String(i + 1), r.name, r.companyName ?? '', r.postName, '']),
    )
  })

/** What anybody may read of a meeting: no surname with a given name, no number, no company. */
export async function selectPublicMeeting({ db, input }: Context<typeof calls.selectPublicMeeting, null>) {
  const meeting = await table.publicMeeting(db, input.meetId)
  if (!meeting) throw refuse.notFound()
  const [names, speakers] = [await table.publicNames(db, input.meetId), await publicSpeakers(db, input.meetId)]
  return {
    meetingName: meeting.meetingName,
    statusText: meetingStatus.labels[meeting.meetingStatus as keyof typeof meetingStatus.labels],
    startTime: iso(meeting.startTime),
    endTime: iso(meeting.endTime),
    address: meeting.address,
    online: meeting.online,
    organizer: meeting.organizer,
    contact: [meeting.contactName, meeting.contactPhone].filter(Boolean).join(' ') || null,
    regEnd: meeting.regEnd ? iso(meeting.regEnd) : null,
    placesLeft: meeting.capacity === 0 ? null : Math.max(0, meeting.capacity - meeting.taken),
    waiting: meeting.waiting,
    registered: meeting.registered,
    names: names.map(masked),
    programme: paragraphs(meeting.detail),
    speakers: speakers.map(({ talkTime, ...one }) => ({ ...one, talkTime: talkTime ? iso(talkTime) : null })),
    hasCover: meeting.cover.length > 0,
  }
}

export async function selectMeetingCover({ db, input, platform }: Context<typeof calls.selectMeetingCover, null>) {
  const meeting = await table.publicMeeting(db, input.meetId)
  const [file] = await storedFiles(db, meeting?.cover.map(({ fileId }) => fileId) ?? [])
  if (!file) throw refuse.notFound()
  return { fileName: file.fileName, contentType: /\.png$/i.test(file.fileName) ? 'image/png' : 'image/jpeg', body: platform.files.read(file.key) }
}

/** Text of a structured document, a paragraph each. */
function paragraphs(detail: unknown): string[] {
  const textOf = (node: unknown): string => {
    const { text, content, type } = (node ?? {}) as { text?: unknown; content?: unknown; type?: unknown }
    if (type === 'hardBreak') return '\n'
    return typeof text === 'string' ? text : Array.isArray(content) ? content.map(textOf).join('') : ''
  }
  const blocks = (node: unknown): unknown[] => {
    const { type, content } = (node ?? {}) as { type?: unknown; content?: unknown }
    return type === 'paragraph' || type === 'heading' || !Array.isArray(content) ? [node] : content.flatMap(blocks)
  }
  return blocks(detail).map(textOf).filter((one) => one.trim() !== '').slice(0, 300)
}

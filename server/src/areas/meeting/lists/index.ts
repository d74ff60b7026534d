import { CODE, EXPORT_REASON_ABOVE, masked, viewLink, type InputOf } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import * as calls from '@assoc/contract/meeting/lists'
import { payStatus, regStatus, roomType } from '@assoc/contract/meeting/registration'
import { gender } from '@assoc/contract/member/gender'
import { encode } from 'uqr'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { has, type Principal } from '../../../platform/access/principal'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import { keepFile } from '../../../platform/files/store'
import { handle, type Context } from '../../../platform/http/context'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { makeSheets, type SheetWriter } from '../../../platform/pdf/layout'
import { makePdf } from '../../../platform/pdf/pdf'
import type { Platform } from '../../../platform/platform'
import * as work from '../../../platform/work/work'
import { readMeeting, type Meeting } from '../meeting/repository'
import { personalCode } from '../sign-in/codes'
import * as repository from './repository'

type Input = InputOf<typeof calls.generateList>
type Column = keyof (typeof calls.listColumn)['labels']

const JOB = 'meeting:generate-list'
const TITLE = '会议报名名单'
const SHOWN = 30
const TYPES = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', pdf: 'application/pdf' }

const clock = (at: Date | null): string => (at ? localTime(at).slice(0, 16) : '')
const yes = (flag: boolean): string => (flag ? '是' : '否')
const labelled = (labels: Record<string, string>, key: string | null): string => (key ? (labels[key] ?? key) : '')
const hidden = (name: string): string => `${[...name][0] ?? ''}**`

/** What stands in a column for somebody. */
function cellOf(column: Column, row: repository.Listed, i: number, masks: Input['masks']): string {
  switch (column) {
    case 'no':
      return String(i + 1)
    case 'name':
      return masks.includes('name') ? hidden(row.name) : row.name
    case 'mobile':
      return masks.includes('mobile') ? (masked('mobile', row.mobile) ?? '') : row.mobile
    case 'gender':
      return labelled(gender.labels, row.gender)
    case 'roomType':
      return labelled(roomType.labels, row.roomType)
    case 'regStatus':
      return labelled(regStatus.labels, row.regStatus)
    case 'payStatus':
      return labelled(payStatus.labels, row.payStatus)
    case 'needStay':
    case 'needPickup':
      return yes(row[column])
    case 'arriveTime':
    case 'leaveTime':
      return clock(row[column])
    case 'optionNames':
      return row.optionNames.join('、')
    case 'answers':
      return row.answers.map(({ question, answer }) => `${question}：${answer ?? ''}`).join('；')
    default:
      return row[column] ?? ''
  }
}

/** Header and rows of a list. Numbers and whole names are personal data: who may not see them in the list gets them masked here too. */
function tableOf(people: readonly repository.Listed[], { columns, masks }: Pick<Input, 'columns' | 'masks'>): { header: string[]; rows: string[][] } {
  const shown = [...new Set(columns)]
  return { header: shown.map((column) => calls.listColumn.labels[column]), rows: people.map((row, i) => shown.map((column) => cellOf(column, row, i, masks))) }
}

const mayPlain = (principal: Principal): boolean => has(principal, 'pi:plain:view')
const settledMasks = (principal: Principal, masks: Input['masks']): Input['masks'] => (mayPlain(principal) ? masks : [...new Set([...masks, 'mobile' as const])])

async function preview({ db, principal, input }: Context<typeof calls.previewList>) {
  const meeting = await readMeeting(db, input.meetId)
  if (!meeting) throw refuse.notFound()
  const people = await repository.people(db, principal, input)
  // What is shown here is seen by anybody who looks over a shoulder.
  return { meetingName: meeting.meetingName, total: people.length, ...tableOf(people.slice(0, SHOWN), { ...input, masks: [...new Set([...input.masks, 'mobile' as const])] }) }
}

const [BADGE_WIDTH, BADGE_HEIGHT] = [90, 130]
const [A4_WIDTH, A4_HEIGHT] = [210, 297]
const ACROSS = 2

function badge(sheet: SheetWriter, { encryption }: Pick<Platform, 'encryption'>, meeting: Meeting, row: repository.Listed, input: Input, left: number, top: number): void {
  const name = input.masks.includes('name') ? hidden(row.name) : row.name
  const inner = BADGE_WIDTH - 12
  sheet.box(left, top, BADGE_WIDTH, 4, { fill: '#A61C30' })
  sheet.text(meeting.meetingName, { x: left + 6, y: top + 9, width: inner, height: 14, size: 13, strong: true, align: 'center' })
  sheet.text(name, { x: left + 6, y: top + 30, width: inner, height: 14, size: [...name].length > 6 ? 22 : 32, strong: true, align: 'center' })
  sheet.text(row.companyName ?? '', { x: left + 6, y: top + 48, width: inner, height: 12, size: 13, align: 'center' })
  sheet.text(row.postName, { x: left + 6, y: top + 62, width: inner, height: 7, size: 11, align: 'center', colour: '#666D78' })
  if (input.withCode !== false) {
    const { data } = encode(personalCode(encryption, { registerId: row.registerId, version: row.qrVersion }), { border: 2 })
    sheet.code(data, left + (BADGE_WIDTH - 42) / 2, top + 72, 42)
  }
  sheet.text([row.seatNo ? `座位 ${row.seatNo}` : '', row.registerNo].filter(Boolean).join('　'), { x: left + 6, y: top + 119, width: inner, height: 6, size: 10, align: 'center' })
}

const badges = (platform: Pick<Platform, 'encryption'>, meeting: Meeting, people: readonly repository.Listed[], input: Input, tell: (done: number) => Promise<boolean>): Promise<Buffer> =>
  makeSheets(`${meeting.meetingName} 胸牌`, input.format === 'badges' ? [BADGE_WIDTH, BADGE_HEIGHT] : [A4_WIDTH, A4_HEIGHT], async (sheet) => {
    const [left, top] = [(A4_WIDTH - ACROSS * BADGE_WIDTH) / 2, (A4_HEIGHT - ACROSS * BADGE_HEIGHT) / 2]
    for (const [i, row] of people.entries()) {
      if (input.format === 'badges') {
        if (i > 0) sheet.nextSheet()
        badge(sheet, platform, meeting, row, input, 0, 0)
      } else {
        const place = i % (ACROSS * ACROSS)
        if (i > 0 && place === 0) sheet.nextSheet()
        const [x, y] = [left + (place % ACROSS) * BADGE_WIDTH, top + Math.floor(place / ACROSS) * BADGE_HEIGHT]
        badge(sheet, platform, meeting, row, input, x, y)
        sheet.box(x, y, BADGE_WIDTH, BADGE_HEIGHT, { line: '#B8B5AE', dashed: true })
      }
      // Other calls get their turn between the badges, and whoever has cancelled need not wait for the last.
      if (i % 100 === 99 && !(await tell(i + 1))) return
    }
  })

/** The file of a list. */
async function fileOf(platform: Pick<Platform, 'encryption'>, meeting: Meeting, people: readonly repository.Listed[], input: Input, tell: (done: number) => Promise<boolean> = async () => true) {
  const { header, rows } = tableOf(people, input)
  const name = meeting.meetingName.replace(/[\\/:*?"<>|]/g, ' ')
  if (input.format === 'xlsx') return { fileName: `${TITLE}-${name}.xlsx`, contentType: TYPES.xlsx, body: await writeWorkbook([{ name: TITLE, header, rows, filter: true, widths: header.map((title) => (title === '序号' ? 6 : title.length > 3 ? 16 : 12)) }]) }
  if (input.format !== 'pdf') return { fileName: `胸牌-${name}.pdf`, contentType: TYPES.pdf, body: await badges(platform, meeting, people, input, tell) }
  const body = await makePdf(TITLE, (document) => {
    document.facts([['会议', meeting.meetingName], ['会议时间', clock(meeting.startTime)], ['地点', meeting.address ?? '线上会议'], ['人数', `${people.length} 人`]])
    document.table(header.map((title) => ({ title, width: title === '序号' || title === '性别' || title === '接站' ? 1 : 2 })), rows)
  })
  return { fileName: `${TITLE}-${name}.pdf`, contentType: TYPES.pdf, body }
}

/** Most columns that a sheet of A4 can be read with. */
const PDF_COLUMNS = 12

async function generate({ db, principal, input, request, platform, audit }: Context<typeof calls.generateList>) {
  const meeting = await readMeeting(db, input.meetId)
  if (!meeting) throw refuse.notFound()
  const isList = input.format === 'xlsx' || input.format === 'pdf'
  const plain = isList && input.columns.includes('mobile') && !input.masks.includes('mobile')
  if (plain && !mayPlain(principal)) throw refuse.field('masks', '您没有查看手机号码明文的权限，请遮盖手机号码')
  if (input.format === 'pdf' && new Set(input.columns).size > PDF_COLUMNS) throw refuse.field('columns', `打印的名单最多 ${PDF_COLUMNS} 列，请减少列或导出 Excel`)
  const people = await repository.people(db, principal, input)
  if (people.length === 0) throw refuse.field('statuses', '没有符合条件的报名')
  if (plain && people.length > EXPORT_REASON_ABOVE && !input.reason) throw refuse.field('reason', `共 ${people.length} 行个人信息，请填写导出原因`)
  const entry = { recordType: 'meeting', recordId: input.meetId, verb: 'generateList', reason: input.reason ?? null, after: { format: input.format, columns: input.columns, masks: input.masks, statuses: input.statuses, rowCount: people.length } }
  if (people.length <= calls.LIST_NOW_LIMIT) {
    audit(entry)
    return fileOf(platform, meeting, people, input)
  }
  const frame = { userId: principal.userId, userName: principal.realName, ip: request.ip, requestId: request.id, path: calls.generateList.path, title: calls.generateList.title }
  const workId = await db.transaction().execute(async (tx) => {
    const id = await work.insertWork(tx, JOB, principal.userId, `${calls.listFormat.labels[input.format]}-${meeting.meetingName}`, input, people.length)
    await addJob(tx, JOB, { workId: id }, { maxAttempts: 3 })
    // The answer is a refusal, which notes nothing by itself.
    await writeAudit(tx, frame, [entry])
    return id
  })
  throw new Refusal(CODE.silent, `共 ${people.length} 人，已转为后台生成，完成后会通知您`, { workId })
}

/** The job behind a large list: reads with the person's rights as they are now. */
export async function runList({ workId }: { workId: string }, platform: Platform): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has('meeting:registration:read')) return await work.failWork(db, workId, '您已没有查看报名的权限')
    const principal: Principal = { ...facts.principal, sessionId: '' }
    const given = begun.input as Input
    const input = { ...given, masks: settledMasks(principal, given.masks) }
    const meeting = await readMeeting(db, input.meetId)
    const people = await repository.people(db, principal, input)
    if (!meeting || people.length === 0) return await work.failWork(db, workId, '会议已删除，或没有符合条件的报名')
    const { body, ...file } = await fileOf(platform, meeting, people, input, (done) => work.tellProgress(db, workId, done))
    await keep(platform, db, { workId, userId: principal.userId, rows: people.length, bytes: body, ...file })
  } catch (error) {
    await work.failWork(db, workId, '生成中断，系统会自动重试')
    throw error
  }
}

async function keep({ files }: Pick<Platform, 'files'>, db: Db, made: { workId: string; userId: string; rows: number; bytes: Buffer; fileName: string; contentType: string }): Promise<void> {
  const { workId, userId, rows, bytes, fileName, contentType } = made
  await db.transaction().execute(async (tx) => {
    const fileId = await keepFile(tx, files, { fileName, contentType, bytes, ownerType: 'work', ownerId: workId, createBy: userId })
    await work.finishWork(tx, { workId, userId, fileId, rows, notice: { title: '会议名单已生成', content: `${fileName}，共 ${rows} 人。`, link: viewLink('rbac/ExportJob', { record: workId }) } })
  })
}

defineJob<{ workId: string }>(JOB, runList)

/** Lists and badges of a meeting. */
export const meetingLists: ServerModule = { bindings: [handle(calls.previewList, preview), handle(calls.generateList, generate)] }

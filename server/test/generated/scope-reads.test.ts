import { API_BASE, shapeOf, type Call } from '@assoc/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import { entityNamed } from '../../src/platform/access/entities'
import { isBook, readSheet } from '../../src/platform/excel/testing'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { asOwner, OWN_HEADERS, type Session } from '../harness'
import { bodyOf } from './sample'
import { ALL_PERMITS, boundCalls, buildWorld, entitiesOf, isOpen, MODULES, type World } from './world'

// Whoever sees no rows of a module is answered the same whether it has rows or not: what finds a statement that reads a table of that
// module without its data scope, be it for rows, names, counts or sums. A table is emptied for the moment by row security, which
// the server's own role is under. With the scope "all" a statement is the same as one without a scope; so the second half of each
// comparison, by somebody who sees everything, shows that the first would have found it.

// Accounts stay: without them there is no session, and who wrote or reviewed a row is named to whoever reads it. A view has the rows of its tables.
const KEPT = ['sys_user', 'registration', 'declaration_log']

const NAMED = 'a row names what it refers to (ADR 33)'
const COUNTED = 'says how often something is used, so that it is not stopped or deleted by mistake'
const WHOLE = 'the balances of members are a part of the ledger, for whoever sees all fees'

const CANDIDATES = 'how many of all who might declare would qualify, whoever looks after them'
const [OWN, OWNED] = ['/user/personalRequest/selectOwnPersonal', 'what is known of oneself is told whatever the scope, and how many others bear the name']
const [LOG, LOGGED] = ['/user/auditLog/selectAuditLogByPage', 'the log tells its readers of every record, and what it is called']

/** Calls that tell of rows outside of the scope, by module, each with its reason. One that tells no longer goes from here. */
const TOLD: Record<string, Record<string, string>> = {
  rbac: { '/user/oaDept/getDeptList': 'the head of a department is known to the whole house', '/user/oaPost/getPostList': COUNTED, [LOG]: LOGGED },
  director: {
    // Individual members are persons of the register: what names such a member reads it there.
    '/member/member/selectMemberByPage': NAMED,
    '/member/member/findMembers': NAMED,
    '/fee/bill/selectDuesBillByPage': NAMED,
    '/fee/payment/selectPaymentByPage': NAMED,
    '/fee/balance/selectMemberBalanceByPage': NAMED,
    '/fee/bankLine/selectBankLineByPage': NAMED,
    '/message/sms/countSms': NAMED,
    '/message/mail/countMail': NAMED,
    '/message/sms/previewSms': NAMED,
    '/message/mail/previewMail': NAMED,
    '/fee/letter/previewLetter': NAMED,
  },
  fee: {
    '/member/member/selectMemberByPage': 'the list of members tells what each owes past the last day',
    '/member/withdraw/selectMemberWithdrawByPage': 'whoever decides on a withdrawal sees what the member owes',
    '/fee/standard/selectFeeStandardByPage': COUNTED,
  },
  member: {
    '/expert/appointment/selectAppointmentByPage': NAMED,
    '/expert/dutyRecord/selectDutyRecordByPage': NAMED,
    '/expert/independenceCheck/selectIndependenceCheckByPage': NAMED,
    '/expert/appointment/selectSecretaryDifferences': 'whoever settles secretaries sees the contact beside the appointment',
    '/expert/seatWarning/selectSeatWarningByPage': NAMED,
    '/expert/gradeResult/selectGradeResultByPage': NAMED,
    '/expert/integrityCase/selectIntegrityCaseByPage': NAMED,
    '/expert/declaration/selectDeclarationByPage': NAMED,
    '/expert/declarationLog/selectDeclarationLogByPage': NAMED,
    '/expert/objection/selectEvalObjectionByPage': NAMED,
    '/expert/scheme/previewEligibility': CANDIDATES,
    '/expert/reviewItem/selectReviewCandidates': NAMED,
    '/expert/reviewWork/selectReviewWorkByPage': NAMED,
    '/fee/letter/selectLetterByPage': NAMED,
    '/form/round/previewFormRespondents': NAMED,
    '/form/progress/selectFormProgressByPage': NAMED,
    '/form/answer/selectFormAnswerByPage': NAMED,
    '/meeting/courseEnroll/selectCourseEnrollByPage': NAMED,
    '/meeting/exchangeApply/selectExchangeApplyByPage': NAMED,
    '/meeting/hours/selectHoursEntryByPage': NAMED,
    '/meeting/learner/selectLearnerByPage': NAMED,
    '/meeting/registration/selectMeetingRegistrationByPage': NAMED,
    '/meeting/sign/exportSignTable': NAMED,
    '/meeting/sign/selectCounterSnapshot': NAMED,
    '/meeting/sign/selectSignSummary': NAMED,
    '/meeting/sign/selectSignTable': NAMED,
    '/member/category/selectMemberCategoryByPage': COUNTED,
    '/member/boardTerm/selectBoardTermByPage': COUNTED,
    '/member/industry/selectIndustryByPage': COUNTED,
    '/fee/statistics/selectFeeStat': 'bills within the scope of fees, by the category of their members',
    '/fee/bill/previewBillRun': 'members are billed within the scope of fees',
    '/fee/balance/selectMemberBalanceByPage': 'balances stand at members, within the scope of fees',
    '/fee/balance/checkLedger': WHOLE,
    ...Object.fromEntries(
      [
        '/soleManager/demand/selectDemandByPage', '/soleManager/enterpriseUser/selectEnterpriseUserByPage', '/companyReport/report/selectCompanyReportByPage',
        '/companyReport/reportUser/selectReportUserByPage', '/fee/bill/selectDuesBillByPage', '/fee/payment/selectPaymentByPage', '/fee/balanceRequest/selectBalanceRequestByPage',
        '/fee/bankLine/selectBankLineByPage', '/fee/reduction/selectReductionByPage', '/fee/unpaidCase/selectUnpaidCaseByPage', '/fee/dunning/selectDunningByPage',
        '/fee/unpaidImport/selectUnpaidImportByPage', '/invoice/head/selectInvoiceHeadByPage', '/invoice/apply/selectInvoiceApplyByPage', '/invoice/invoice/selectInvoiceByPage',
        '/invoice/red/selectRedConfirmByPage', '/invoice/send/selectInvoiceSendByPage',
      ].map((path) => [path, NAMED]),
    ),
  },
  meeting: { '/meeting/own/selectMeetingToRegister': 'a meeting that was published is known to whoever may register for one', '/meeting/lecturer/selectLecturerByPage': COUNTED },
  appointment: {
    ...Object.fromEntries(['/expert/gradeResult/selectGradeResultByPage', '/expert/integrityCase/selectIntegrityCaseByPage', '/expert/objection/selectEvalObjectionByPage'].map((path) => [path, NAMED])),
    '/expert/scheme/previewEligibility': CANDIDATES,
  },
  form: { '/expert/scheme/selectEvalSchemeByPage': NAMED, '/expert/statement/selectStatementChanges': 'whoever sees an expert sees what they have stated of themselves for the pool' },
  exchange: Object.fromEntries(['/meeting/exchange/selectExchangeToApply', '/meeting/exchange/selectOpenExchangesByPage'].map((path) => [path, 'an exchange that takes applications is known to whoever may apply'])),
  expert: { '/expert/reviewRecusal/selectReviewRecusalByPage': NAMED, '/expert/reviewResult/selectResultSheets': NAMED },
  message: { '/message/quota/selectSmsQuotaByPage': 'a department knows how much of its quota is left' },
}

for (const module of ['appointment', 'declaration', 'director', 'evaluation', 'invoice', 'member']) TOLD[module] = { ...TOLD[module], [LOG]: LOGGED }
const DECLARED = 'the content of a declaration is its answer: who may see the one reads the other'
TOLD['appointment'] = { ...TOLD['appointment'], '/expert/declaration/selectDeclarationByPage': NAMED, '/expert/declarationLog/selectDeclarationLogByPage': NAMED }
TOLD['evaluation'] = { ...TOLD['evaluation'], '/expert/declaration/selectDeclarationByPage': NAMED, '/expert/declarationLog/selectDeclarationLogByPage': NAMED, '/expert/declaration/selectOpenSchemes': 'a scheme that takes declarations is known to whoever may declare' }
for (const module of ['appointment', 'evaluation', 'member']) TOLD[module] = { ...TOLD[module], '/expert/declaration/selectSchemeProgress': CANDIDATES, '/expert/declaration/selectUndeclaredByPage': CANDIDATES }
TOLD['form'] = { ...TOLD['form'], ...Object.fromEntries(['compareDeclaration', 'exportDeclarationDocuments', 'exportDeclarationPaper', 'selectDeclarationContent'].map((name) => [`/expert/declaration/${name}`, DECLARED])) }

for (const module of ['appointment', 'director', 'evaluation', 'fee', 'invoice', 'meeting', 'member']) TOLD[module] = { ...TOLD[module], [OWN]: OWNED }

let world: World
const runtimes = () => resourceRuntimes().filter((m) => m.entity.module && !KEPT.includes(m.entity.table))
// What the platform answers for a mounted resource besides its list goes through the same statement, or names an id, which is refused.
const BESIDES = new Set(resourceRuntimes().flatMap(({ contract }) => [contract.exportRows, contract.read].flatMap((call) => call?.path ?? [])))
const reading = boundCalls.filter((call) => !isOpen(call) && !call.multipart && (!call.write || call.blob) && !BESIDES.has(call.path) && !/(Template|ImportErrors|Import)$/.test(call.path))

/** Tables of a module. One that another module shows as well, as the balance of members, belongs to the resource that bears its name. */
function tablesOf(module: string): string[] {
  const entities = [...resourceRuntimes().map((m) => m.entity), ...boundCalls.flatMap(entitiesOf).flatMap((name) => entityNamed(name) ?? [])].filter((e) => e.module && !KEPT.includes(e.table))
  const owner = (table: string) => {
    const of = entities.filter((e) => e.table === table)
    return (of.find((e) => e.name === table) ?? of[0])?.module
  }
  return [...new Set(entities.map((e) => e.table))].filter((table) => owner(table) === module)
}

const modules = MODULES.filter((module) => tablesOf(module).length > 0)
const seers = new Map<string, Session>()

beforeAll(async () => {
  world = await buildWorld()
  for (const blindIn of ['', ...modules]) {
    const scopes = Object.fromEntries(MODULES.filter((m) => m !== blindIn).map((m) => [m, 'all' as const]))
    seers.set(blindIn, await world.server.person({ permits: ALL_PERMITS, scopes }))
  }
})
afterAll(() => world.stop())

/** Carries out `work` while the tables have no rows for the server. */
async function emptied<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const { db } = world.server.platform
  for (const table of tables) await asOwner(db, sql`alter table ${sql.table(table)} enable row level security`)
  try {
    return await work()
  } finally {
    for (const table of tables) await asOwner(db, sql`alter table ${sql.table(table)} disable row level security`)
  }
}

/** What a call answers, without what differs from one moment to the next. */
async function answerOf(call: Call, as: Session): Promise<string> {
  const body = { ...bodyOf(call, { ref: world.anyId, self: as.userId }) } as Record<string, unknown>
  for (const field of Object.keys(body)) {
    const { [field]: _left, ...rest } = body
    if (call.request.safeParse(rest).success) delete body[field]
  }
  if ('pageSize' in (shapeOf(call.request as z.ZodType) ?? {})) body['pageSize'] = 200
  const response = await world.server.raw(`${API_BASE}${call.path}`, { method: 'POST', as, headers: { 'content-type': 'application/json', ...OWN_HEADERS }, body: JSON.stringify(body) })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = isBook(bytes) ? JSON.stringify(await readSheet(bytes, 100_000)) : /^(?:%PDF|PK)/.test(bytes.toString('latin1', 0, 4)) ? '' : bytes.toString('utf8')
  return text.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, 'now').replace(/"(requestId|timestamp|token|nonce)":("[^"]*"|\d+)/g, '')
}

async function answers(calls: readonly Call[], as: Session): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const call of calls) found.set(call.path, await answerOf(call, as))
  return found
}

const differing = (a: Map<string, string>, b: Map<string, string>): string[] => [...a].filter(([path, text]) => b.get(path) !== text).map(([path]) => path)

/** The tables that the server's statements name while `work` runs. */
async function namedIn(work: () => Promise<unknown>): Promise<Set<string>> {
  const query = jest.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = query.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '')))
    return new Set(texts.flatMap((text) => [...text.matchAll(/\b(?:from|join)\s+"?(\w+)/g)].map(([, name]) => String(name).replace(/_public$/, ''))))
  } finally {
    query.mockRestore()
  }
}

let touched: Map<string, Set<string>>

test('statements say which calls read which tables', async () => {
  touched = new Map()
  for (const call of reading) touched.set(call.path, await namedIn(() => answerOf(call, seers.get('') as Session)))
  for (const m of runtimes()) expect([m.entity.name, [...(touched.get(m.contract.list.path) ?? [])]]).toEqual([m.entity.name, expect.arrayContaining([m.entity.table])])
})

test.each(modules)('who sees no rows of %s is told of none', async (module) => {
  const [all, blind] = [seers.get(''), seers.get(module)] as [Session, Session]
  const tables = tablesOf(module)
  const touching = reading.filter((call) => tables.some((table) => touched.get(call.path)?.has(table)))
  const lists = runtimes().filter((m) => m.entity.module === module).map((m) => m.contract.list)
  // Where no resource is mounted, some other call tells of the tables.
  const control = lists.length > 0 ? lists : touching
  const [seen, before] = [await answers(control, all), await answers(touching, blind)]
  const [unseen, after] = await emptied(tables, async () => [await answers(control, all), await answers(touching, blind)] as const)
  const filled = lists.map((call) => call.path).filter((path) => !/"total":0\b/.test(seen.get(path) ?? ''))
  expect(differing(seen, unseen)).toEqual(expect.arrayContaining(filled))
  expect(differing(seen, unseen)).not.toEqual([])
  expect(differing(before, after).sort()).toEqual(Object.keys(TOLD[module] ?? {}).sort())
})

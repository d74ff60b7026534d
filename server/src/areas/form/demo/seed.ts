import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { pathOf, type Answers } from '@assoc/contract/form/engine/answers'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { startRun } from '@assoc/contract/form/engine/run'
import type { Db } from '../../../platform/database/database'
import { clerksWith } from '../../../platform/identity/people'
import type { Platform } from '../../../platform/platform'
import type { Seed } from '../../../platform/seed'
import { countedValues, personalAt, shownAs, withoutPersonal } from '../answer/content'
import * as answers from '../answer/repository'
import { freezeRespondents } from '../round/respondents.repository'
import type { AnswerStatus, FormKind, FormStatus, RoundStatus } from '../tables'
import { addVersion, writeDraft } from '../template/repository'
import { insertRound, insertTemplate, settle, someTasks, type DemoTask } from './demo.repository'
import { officeStaff, satisfaction, selfReview } from './documents'

interface Maker {
  userId: string
  deptId: string
}

/** A form of the demo, published as its first version unless it is a draft; answers its id. */
export async function makeForm(db: Db, doc: FormDoc, kind: FormKind, status: FormStatus, maker: Maker): Promise<string> {
  const templateId = await insertTemplate(db, { form_name: doc.title, form_kind: kind, remark: null, dept_id: maker.deptId, create_by: maker.userId, form_status: status })
  await writeDraft(db, templateId, doc, 1)
  if (status !== 'draft') await addVersion(db, templateId, 1, JSON.stringify(doc), maker.userId)
  return templateId
}

async function sendRound(db: Db, templateId: string, name: string, [from, to]: [string, string], status: RoundStatus, certify: boolean, maker: Maker): Promise<string> {
  const roundId = await insertRound(db, {
    round_name: name, template_id: templateId, version_no: 1, start_time: instantOf(`${from} 09:00:00`), end_time: instantOf(`${to} 18:00:00`), grace_minutes: 5, respondent_kind: 'members', certify_flag: certify, remark: null,
    round_status: status, dept_id: maker.deptId, create_by: maker.userId,
  })
  await freezeRespondents(db, roundId)
  return roundId
}

interface Plan {
  roundId: string
  doc: FormDoc
  count: number
  given(n: number): Answers
  statusOf(n: number): AnswerStatus
  day: string
}

/** Fills some tasks in as people would: what is handed in goes through the same evaluation as theirs. */
async function fillSome({ db, platform, maker }: { db: Db; platform: Platform; maker: Maker }, plan: Plan): Promise<void> {
  for (const [n, task] of (await someTasks(db, plan.roundId, plan.count)).entries()) {
    const status = plan.statusOf(n)
    const run = startRun(plan.doc, plan.given(n), { today: plan.day, lookups: lookups(task) })
    const { answers: content, personal } = withoutPersonal(plan.doc, run.submission().answers)
    for (const [path, text] of personal) {
      const at = pathOf(path)
      const kind = at && personalAt(plan.doc, at)
      if (kind) await answers.putPersonal(db, task.answerId, { path, shown: shownAs(kind, text), sealed: platform.encryption.encrypt(text), print: platform.encryption.blindIndex(text) })
    }
    const revisions = Object.fromEntries(Object.keys(content).map((key) => [key, 1]))
    await answers.writeContent(db, task.answerId, content, 1, revisions, maker.userId)
    if (status !== 'draft') await answers.writeSubmission(db, task.answerId, 1, { content, omitted: [], values: countedValues(plan.doc, content) }, maker.userId)
    if (status === 'returned') await answers.dropValues(db, task.answerId)
    await settle(db, task.answerId, status, new Date(Date.parse(instantOf(`${plan.day} 10:00:00`)) + n * 180_000), status === 'returned' ? '董事会人数与年报不一致，请核对' : null)
  }
}

const lookups = ({ companyName, stockCode }: DemoTask) => ({ companyName, ...(stockCode ? { stockCode } : {}) })

/** What the companies of the open round answer, each a little otherwise. */
const reviewed = (n: number): Answers => ({
  k8h3rd: String(7 + (n % 3) * 2),
  k1w6bn: String(3 + (n % 2)),
  k3p8vx: n % 11 === 5 ? 'no' : 'yes',
  k6j2lg: n % 11 === 5 ? '一名独立董事的近亲属在附属企业任职，已启动补选' : '',
  k9d5ne: n % 4 === 0 ? ['o1', 'o2', 'o3', 'o4'] : ['o1', 'o3'],
  k4u7ho: n % 9 === 4 ? 'no' : 'yes',
  k2s1ka: String(2 + (n % 4)),
  k5r9tb: dayAfter(today(), -1 - (n % 6)),
  k8z4mc: `1990000${String(5000 + n)}`,
})
const counted = (n: number): Answers => ({
  t4m2xc: n % 3 === 0 ? 'no' : 'yes',
  t8b5rn: Array.from({ length: 2 + (n % 3) }, (_, i) => ({ id: `r${i + 1}`, cells: { t2q9hd: `甲${i + 1}`, t6w3jl: `o${i + 1}`, t9e1sv: `o${2 + ((n + i) % 2)}`, t3y8gk: String(3 + ((n * 2 + i * 5) % 15)) } })),
  t1v3ie: 20_000_000 + n * 1_500_000,
  t9c7ab: '2026-02-26',
})

async function seedDemo(db: Db, platform: Platform): Promise<void> {
  const [maker] = await clerksWith(db, 'EVAL_OP')
  if (!maker) return
  const review = await makeForm(db, selfReview, 'normal', 'published', maker)
  const staff = await makeForm(db, officeStaff, 'table', 'ended', maker)
  await makeForm(db, satisfaction, 'survey', 'draft', maker)
  const open = await sendRound(db, review, '2026年度独立董事自查', [dayAfter(today(), -10), dayAfter(today(), 20)], 'filling', true, maker)
  const ended = await sendRound(db, staff, '2026年董办人员配置统计', ['2026-02-01', '2026-02-28'], 'ended', true, maker)
  const world = { db, platform, maker }
  await fillSome(world, { roundId: open, doc: selfReview, count: 24, given: reviewed, statusOf: (n) => (n === 7 ? 'returned' : n % 5 === 3 ? 'draft' : n % 4 === 0 ? 'certified' : 'submitted'), day: dayAfter(today(), -1) })
  await fillSome(world, { roundId: ended, doc: officeStaff, count: 12, given: counted, statusOf: () => 'submitted', day: '2026-02-26' })
}

export const demoForms: Seed = { name: 'form.demo', order: 63, demo: true, run: seedDemo }

import { randomBytes } from 'node:crypto'
import type { Answer } from '@assoc/contract/form/engine/answers'
import { diff } from '@assoc/contract/form/engine/patch'
import { saveFormAnswers, submitFormAnswer } from '@assoc/contract/form/fill'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import type { Call, RequestOf, ResponseOf } from '@assoc/contract'
import { selfReview } from '../../src/areas/form/demo/documents'
import { chanceOf } from './killed-import'
import { bundleServer, OwnCluster, ServerProcess } from './world'

// A server that is killed with -9 while forms are filled in, handed in, published and sent round: what was acknowledged stands there, once.

const SEED = 20261127
const HOUR = 3_600_000
const FILLERS = 6
const SAVES = 12
const RESPONDENTS = 1_500
const GOOD: Record<string, Answer> = { k8h3rd: '9', k1w6bn: '3', k3p8vx: 'yes', k9d5ne: ['o1', 'o3'], k4u7ho: 'yes', k2s1ka: '4', k5r9tb: '2026-03-01', k8z4mc: '19900000123' }
/** The question that is saved again and again. */
const COUNTED = 'k2s1ka'

const chance = chanceOf(SEED)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let cluster: OwnCluster
let server: ServerProcess
let headers: Record<string, string>
/** Settled as long as a server runs; whoever is refused a connection waits for it. */
let running: Promise<void>

async function start(): Promise<void> {
  // The silence of a killed process is long enough at once: nobody waits half a minute for its jobs.
  await cluster.query("update job_process set seen_time = now() - interval '1 minute'").catch(() => undefined)
  server = await ServerProcess.start(cluster.order({ SERVER_ROLE: 'all' }))
}

/** Kills the server and starts it anew; sessions are in the database and stay. */
async function killed(): Promise<void> {
  running = server.kill().then(start)
  await running
}

beforeAll(async () => {
  bundleServer()
  cluster = await OwnCluster.start()
  await start()
  running = Promise.resolve()
  headers = await server.signIn()
})
afterAll(async () => {
  await server?.kill()
  await cluster.stop()
})

/** Calls as the console's pages do: with one key, again and again until there is an answer. */
async function acknowledged<C extends Call>(call: C, input: RequestOf<C>): Promise<ResponseOf<C>> {
  const key = { 'idempotency-key': randomBytes(12).toString('hex') }
  for (;;) {
    await running
    try {
      const { returnCode, returnMessage, data } = await server.post(call, input, { ...headers, ...key })
      if (returnCode === '000000') return data as ResponseOf<C>
      // What the twin that a dead process began holds is free when its connection has ended.
      if (returnCode !== 'S00001' && returnCode !== 'L00001') throw new Error(`${call.path}: ${returnCode} ${returnMessage} ${JSON.stringify(data)}`)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    await pause(20)
  }
}

let forms = 0
async function draft(): Promise<string> {
  const { templateId } = await acknowledged(formTemplate.insert, { formName: `自查表${++forms}`, formKind: 'normal' } as never)
  const { document, revision } = await acknowledged(selectFormDraft, { templateId })
  await acknowledged(saveFormDraft, { templateId, base: revision, patches: diff(document, selfReview) } as never)
  return templateId
}
async function step(resource: typeof formTemplate | typeof formRound, id: Record<string, string>, verb: string): Promise<void> {
  const { version } = await acknowledged(resource.read as never, id as never) as { version: number }
  await acknowledged(resource.change as never, { ...id, version, verb } as never)
}
async function openRound(templateId: string, userIds: string[]): Promise<string> {
  const { roundId } = await acknowledged(formRound.insert, { ...NEW_ROUND, roundName: `发放${randomBytes(4).toString('hex')}`, templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'accounts', companyIds: [], userIds } as never)
  await step(formRound, { roundId }, 'release')
  return roundId
}
/** Waits until the clock's job has begun the round. */
async function begun(roundId: string): Promise<void> {
  for (;;) {
    const [round] = await cluster.query<{ filling: boolean }>("select round_status = 'filling' as filling from form_round where round_id = $1", [roundId])
    if (round?.filling) return
    await pause(20)
  }
}

/** Of each task: the value that was saved last, submissions, their audit rows, and whether what is counted follows from the answer. */
const stands = (taskIds: readonly string[]) =>
  cluster.query<{ counted: string; submissions: number; noted: number; values: boolean }>(
    `select a.content ->> $2 as counted, (select count(*)::int from form_submission s where s.answer_id = a.answer_id) as submissions,
       (select count(*)::int from audit_log l where l.record_type = 'formAnswer' and l.verb = 'submit' and l.record_id = a.task_id) as noted,
       (select count(*) from form_value v where v.answer_id = a.answer_id and v.question_key = $2 and v.number = (a.content ->> $2)::numeric) = 1 as values
     from form_answer a where a.task_id = any($1::bigint[]) order by a.task_id`,
    [taskIds, COUNTED],
  )

test('saves and submissions of a server that is killed three times are there as they were acknowledged, once', async () => {
  const templateId = await draft()
  await step(formTemplate, { templateId }, 'publish')
  const [admin] = await cluster.query<{ user_id: string }>("select user_id from sys_user where login_name = 'admin'")
  const tasks: string[] = []
  for (let n = 0; n < FILLERS; n += 1) {
    const roundId = await openRound(templateId, [admin?.user_id ?? ''])
    await begun(roundId)
    tasks.push((await cluster.query<{ task_id: string }>('select task_id from form_task where round_id = $1', [roundId]))[0]?.task_id ?? '')
  }
  const last = new Map<string, string>()
  let saves = 0
  let filling = true
  const fill = async (taskId: string) => {
    let revision = 0
    const save = async (values: Record<string, Answer>) => {
      const changes = Object.entries(values).map(([path, value]) => ({ path, value, base: revision }))
      const answered = await acknowledged(saveFormAnswers, { taskId, since: revision, changes })
      expect(answered.conflicts).toEqual([])
      revision = answered.revision
      saves += 1
    }
    await save(GOOD)
    for (let n = 1; n <= SAVES; n += 1) {
      await save({ [COUNTED]: String(n) })
      last.set(taskId, String(n))
    }
    await acknowledged(submitFormAnswer, { taskId, revision })
  }
  const people = Promise.all(tasks.map(fill)).finally(() => (filling = false))
  const kills: number[] = []
  while (filling && kills.length < 3) {
    if (saves >= ((kills.length + 0.5) * FILLERS * SAVES) / 3) {
      await pause(chance() * 20)
      kills.push(saves)
      await killed()
    } else await pause(5)
  }
  await people
  expect(kills).toHaveLength(3)
  const whole = tasks.map((taskId) => ({ counted: last.get(taskId), submissions: 1, noted: 1, values: true }))
  expect(await stands(tasks)).toEqual(whole)
  // The control: a save that was acknowledged and is gone, and a submission that stands there twice, would be noticed.
  await cluster.query("update form_answer set content = jsonb_set(content, array[$2::text], to_jsonb('1'::text)) where task_id = $1", [tasks[0], COUNTED])
  await cluster.query('insert into form_submission (answer_id, submission_no, content, omitted, submit_by, submit_time) select answer_id, 2, content, omitted, submit_by, submit_time from form_submission where answer_id = (select answer_id from form_answer where task_id = $1)', [tasks[1]])
  expect(await stands(tasks)).toEqual([{ ...whole[0], counted: '1', values: false }, { ...whole[1], submissions: 2 }, ...whole.slice(2)])
})

test('a version whose publication is killed is published once, and a round that is killed while it opens asks each respondent once', async () => {
  const templateId = await draft()
  const publishing = step(formTemplate, { templateId }, 'publish')
  await pause(chance() * 15)
  await killed()
  await publishing
  expect(await cluster.query('select version_no from form_version where template_id = $1', [templateId])).toEqual([{ version_no: 1 }])

  const users = await cluster.query<{ user_id: string }>(
    `insert into sys_user (login_name, real_name, type_id) select 'filler' || n, '填报' || n, (select type_id from sys_user where login_name = 'admin') from generate_series(1, $1::int) n returning user_id`,
    [RESPONDENTS],
  )
  const roundId = await openRound(templateId, users.map(({ user_id }) => user_id))
  // Into the middle of its transaction, as soon as it writes.
  for (let n = 0; n < 400 && (await cluster.query("select 1 from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() and query like '%form_task%'")).length === 0; n += 1) await pause(2)
  await killed()
  await begun(roundId)
  const [found] = await cluster.query(
    `select (select round_status from form_round where round_id = $1) as status, count(*)::int as tasks, count(distinct k.user_id)::int as people, count(a.answer_id)::int as answers
     from form_task k left join form_answer a using (task_id) where k.round_id = $1`,
    [roundId],
  )
  expect(found).toEqual({ status: 'filling', tasks: RESPONDENTS, people: RESPONDENTS, answers: RESPONDENTS })
})

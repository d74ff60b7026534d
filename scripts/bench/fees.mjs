import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { headerOf, startSmtpPeer } from '../jest/smtp-peer.mjs'
import { explain } from '../lib/problem.mjs'
import { at } from '../lib/root.mjs'
import { fillLists, fillMembers } from './fees-fill.mjs'
import { measureLists } from './fees-lists.mjs'
import { writeFeesReport } from './fees-report.mjs'
import { call, makeInstallation, signIn } from './lib/installation.mjs'
import { fromServer } from './lib/packages.mjs'
import { cpuOf, memoryOf } from './lib/processes.mjs'

// `node scripts/bench/fees.mjs [runs] [lists]`: the long works of fees and messages beside plain inserts of as many rows in the same
// run, and the lists of the area with 100,000 rows each. Loopback only; each measurement ends after three minutes at the latest.

const MEMBERS = 5000
const LINES = 10_000
const ROWS = 100_000
const YEAR = 2026
/** A structured text, as the screen writes it. */
const NOTICE = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '尊敬的${姓名}：请按时缴纳会费。' }] }] }
const MOST_MS = 180_000

const key = () => ({ 'idempotency-key': randomBytes(12).toString('hex') })
const connect = async (url) => {
  const pg = await fromServer('pg')
  const client = new pg.Client({ connectionString: url })
  // Cut off when the database is taken away after a failure, which is told instead.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Waits until `done` answers true, three minutes at most, and tells time, processor time and memory of the server meanwhile. */
async function watched(server, begin, done) {
  const [started, cpu] = [performance.now(), cpuOf(server.pid)]
  let most = memoryOf(server.pid)?.now ?? 0
  await begin()
  while (!(await done())) {
    if (performance.now() - started > MOST_MS) return { ms: MOST_MS, cpu: cpuOf(server.pid) - cpu, most, cut: true }
    most = Math.max(most, memoryOf(server.pid)?.now ?? 0)
    await wait(100)
  }
  return { ms: performance.now() - started, cpu: cpuOf(server.pid) - cpu, most }
}

/** Milliseconds that one statement takes, which is taken back: what the rows cost without the console. */
async function bare(client, text, values = []) {
  await client.query('begin')
  const begin = performance.now()
  await client.query(text, values)
  const ms = performance.now() - begin
  await client.query('rollback')
  return ms
}

const workDone = (server, headers, workId) => async () => {
  const { workStatus, errorMessage } = await call(server.ready, headers, '/user/work/selectWork', { workId })
  if (workStatus === 'failed') throw new Error(errorMessage)
  return workStatus === 'done'
}

async function measureRuns({ log }) {
  const installation = await makeInstallation({ log, companies: MEMBERS })
  try {
    const client = await connect(installation.databaseUrl)
    await fillMembers(client)
    await client.query(`insert into setting (key, value) values ('param/message.mailsPerMinute', '0') on conflict (key) do update set value = excluded.value`)
    const peer = await startSmtpPeer()
    const server = await installation.restart({ env: { NODE_ENV: 'production', SLIDER_CHECK: 'off', DB_POOL: '20', SMTP_URL: peer.url, MAIL_FROM: 'office@association.example' } })
    const { headers } = await signIn(server.ready)
    const one = async (text, values) => (await client.query(text, values)).rows[0]
    const results = { memory: memoryOf(server.pid)?.now }
    const note = (name, rows, run, bareMs) => {
      results[name] = { rows, ...run, bareMs, ratio: run.ms / bareMs }
      log(`${name}: ${rows} rows in ${(run.ms / 1000).toFixed(1)} s beside ${(bareMs / 1000).toFixed(2)} s, ${run.most.toFixed(0)} MB at most`)
    }

    const billsBare = await bare(client, `insert into dues_bill (bill_no, member_id, bill_year, standard_id, gross_amount, due_date) select 'X' || member_id, member_id, ${YEAR}, category_id, 1, '${YEAR}-05-31' from member where member_status = 'normal'`)
    let workId
    const bills = await watched(server, async () => ({ workId } = await call(server.ready, { ...headers, ...key() }, '/fee/bill/startBillRun', { billYear: YEAR, dueDate: `${YEAR}-05-31` })), async () => workDone(server, headers, workId)())
    note('bills', (await one('select count(*)::int as n from dues_bill')).n, bills, billsBare)

    // Nine of ten lines are a member's: payment, allocation, bill, line. The bare inserts are of these rows alone.
    const { rows: names } = await client.query("select company_name as name from company join member using (company_id) where member_status = 'normal' group by 1 having count(*) = 1 limit 4500")
    const lines = Array.from({ length: LINES }, (_, i) => `0000111,B${i},2026-03-05 09:30:00,${i % 10 === 9 ? '谁也不是' : names[i % names.length].name},${(i % 900) + 100}.00,会费`)
    const csv = Buffer.from(['账号,流水号,交易时间,付款户名,金额,附言', ...lines].join('\n'))
    const linesBare = await bare(
      client,
      `with l as (insert into bank_line (account, serial_no, trade_time, payer_name, amount) select '1', 'X' || n, now(), 'x' || n, n from generate_series(1, ${LINES}) n returning line_id),
        p as (insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, bank_serial, allocated_amount, pay_status) select 'X' || n, m.member_id, '2026-03-05', 1, 'bank', 'x' || n, 'X' || n, 1, 'settled'
          from generate_series(1, ${LINES * 0.9}) n join member m on m.member_id = 1 + n % ${MEMBERS} returning payment_id, member_id)
       insert into payment_allocation (payment_id, bill_id, amount) select p.payment_id, b.bill_id, 1 from p join dues_bill b on b.member_id = p.member_id`,
    )
    const form = new FormData()
    form.append('file', new Blob([csv]), '流水.csv')
    const statement = await watched(
      server,
      async () => {
        const answer = await (await fetch(`${server.ready}/capcoapi/fee/bankLine/importStatement`, { method: 'POST', headers: { ...headers, ...key() }, body: form })).json()
        if (!answer.data?.batchId) throw new Error(`the import answered ${JSON.stringify(answer).slice(0, 300)}`)
        // Read, shown and confirmed: all of it counts.
        ;({ workId } = await call(server.ready, { ...headers, ...key() }, '/fee/bankLine/confirmBatch', { batchId: answer.data.batchId }))
        if (!workId) throw new Error('the confirmation began no work')
      },
      async () => workDone(server, headers, workId)(),
    )
    results.matched = (await one("select count(*)::int as n from bank_line where match_result = 'auto'")).n
    note('statement', LINES, statement, linesBare)

    const mailsBare = await bare(client, `insert into outbox (channel, recipient, content) select 'mail', 'x' || n || '@example.com', '内容' from generate_series(1, ${MEMBERS}) n`)
    const audience = { contacts: { categoryIds: [], jurisdictions: [], postTypes: [], inArrears: false }, extra: [] }
    const { messageId } = await call(server.ready, { ...headers, ...key() }, '/message/mail/createMail', { msgKind: 'notice', subject: '会费通知', content: NOTICE, attachments: [], templateId: null, audience, scheduleTime: null, send: true })
    // Somebody else has to agree to so many.
    await client.query("insert into sys_user (login_name, real_name, type_id, password_hash, account_status) select 'second', '甄复核', 'staff', password_hash, 'normal' from sys_user where login_name = 'admin'")
    await client.query("insert into user_role (user_id, role_id) select (select user_id from sys_user where login_name = 'second'), role_id from user_role where user_id = (select user_id from sys_user where login_name = 'admin') on conflict do nothing")
    const second = (await signIn(server.ready, 'second')).headers
    const { version } = await call(server.ready, second, '/message/mail/selectMailMessage', { messageId })
    const mails = await watched(
      server,
      () => call(server.ready, { ...second, ...key() }, '/message/mail/changeMailMessageStatus', { messageId, version, verb: 'approve', reason: '同意' }),
      async () => ['done', 'partly', 'kept'].includes((await one('select msg_status from message where message_id = $1', [messageId])).msg_status),
    )
    note('mails', (await one("select count(*)::int as n from message_recipient where message_id = $1 and recipient_status = 'submitted'", [messageId])).n, mails, mailsBare)
    results.taken = new Set(peer.taken.map((mail) => headerOf(mail, 'To'))).size
    log(`${peer.taken.length} mails arrived at the peer, at ${results.taken} addresses`)
    await client.end()
    await peer.close()
    return results
  } finally {
    await installation.remove()
  }
}

async function measureAllLists({ log }) {
  const installation = await makeInstallation({ log, companies: ROWS })
  try {
    const client = await connect(installation.databaseUrl)
    await fillMembers(client)
    await fillLists(client)
    await client.end()
    const { headers } = await signIn(installation.server.ready)
    return await measureLists(installation.server.ready, headers, log)
  } finally {
    await installation.remove()
  }
}

const PARTS = { runs: measureRuns, lists: measureAllLists }

try {
  const wanted = process.argv.slice(2).filter((word) => PARTS[word])
  const store = at('.cache/bench/fees.json')
  const results = fs.existsSync(store) ? JSON.parse(fs.readFileSync(store, 'utf8')) : {}
  for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
    console.log(`\n== ${name}`)
    results[name] = { ...(await PARTS[name]({ log: (line) => console.log(`· ${line}`) })), load: os.loadavg()[0], cores: os.cpus().length }
    fs.mkdirSync(at('.cache/bench'), { recursive: true })
    fs.writeFileSync(store, JSON.stringify(results))
  }
  console.log(`\nreport: ${writeFeesReport(results)}`)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
process.exit()

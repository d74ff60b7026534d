import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import { allCalls } from '@assoc/contract/all'
import { outbox, selectOutboxContent } from '@assoc/contract/platform/outbox'
import { loginByCode, loginTheUser, registUser, resetPassWord, sendVerificationCode, updatePassWordByUserId } from '@assoc/contract/rbac/sign-in'
import { insertUser, printPasswordLetter } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { z } from 'zod'
import { pdfText } from '../../../scripts/jest/pdf-text.mjs'
import { hashPassword } from '../../src/platform/auth/passwords'
import { startTestServer, type TestServer } from '../harness'

// What is secret is kept nowhere: neither in answers that wait for a retry nor in logs of what people typed.

const propertiesOf = (schema: z.ZodType): string[] => {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') found.push(...Object.keys(value as object))
      visit(value)
    }
  }
  visit(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  return found
}

test('every writing call whose answer names a secret says so, and its answer is not kept', () => {
  const bearing = allCalls.filter((c) => c.write && propertiesOf(c.response).some((p) => /pass_?word|secret|token/i.test(p)))
  expect(bearing.length).toBeGreaterThan(0)
  expect(bearing.filter((c) => !c.secretAnswer).map((c) => c.path)).toEqual([])
  expect(allCalls.filter((c) => c.secretAnswer && !c.write).map((c) => c.path)).toEqual([])
})

describe('after a run of mistakes, resets and first passwords', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-test-'))
  const logFile = join(folder, 'server.log')
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { LOG_FILE: logFile, LOG_LEVEL: 'trace' } })
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Tables, of all schemas, that hold a text in any of their columns; a lone code of six digits must stand by itself. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(server.platform.db)
    const pattern = `(^|[^0-9A-Za-z.])${text.replace(/[^A-Za-z0-9]/g, '\\$&')}($|[^0-9A-Za-z])`
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await server.platform.pool.query<{ n: string }>({ text: `select count(*) as n from ${name} t where t::text ~ $1`, values: [pattern] })
      if (rows[0]?.n !== '0') found.push(name)
    }
    return found
  }
  const sent = async (target: string) => /验证码 (\d{6})/.exec(await server.sentTo(target))?.[1] ?? ''
  const forgetQuota = () => server.platform.db.deleteFrom('throttle').execute()

  test('no table and no line of the log holds one of the secrets', async () => {
    const { db } = server.platform
    const [own, mobile, fresh] = ['Green-Lamp-Thirty', '19900500001', '19900500002']
    const { user_id: userId } = await db.insertInto('sys_user').values({ login_name: 'secretive', real_name: '贾守密', type_id: 'staff', mobile, password_hash: await hashPassword(own) }).returning('user_id').executeTakeFirstOrThrow()
    const secrets = new Set<string>([own])
    const codes = new Set<string>()
    const noted = <T extends string>(secret: T): T => (secrets.add(secret), secret)
    const anybody = { as: null }

    // The password where the name belongs, in forms that look like names as in others; wrong ones; a door that is shut.
    for (const typed of [own, 'Sommerwiese2027', 'correct horse battery', 'geheim@wiese', '甄密码甚长', '13455667788']) await server.call(loginTheUser, { loginName: noted(typed), passWord: noted('Nowhere-To-Be-Found') }, anybody)
    for (let i = 0; i < 7; i++) await server.call(loginTheUser, { loginName: 'Verschrieben-9', passWord: noted(`Guess-Nr-${i}-Lamp`) }, anybody)
    noted('Verschrieben-9')
    await server.call(loginByCode, { target: noted('Mein-Passwort-77'), challenge: 'none', code: '000000' }, anybody)
    await forgetQuota()

    // A code for signing in, one for a new password, one for registering.
    const codeFor = async (target: string, purpose: 'login' | 'reset' | 'register') => {
      const { challenge } = await server.ok(sendVerificationCode, { mobile: target, purpose }, anybody)
      const code = await sent(target)
      secrets.add(challenge)
      codes.add(code)
      await forgetQuota()
      return { challenge, code }
    }
    expect((await server.call(loginByCode, { target: mobile, ...(await codeFor(mobile, 'login')) }, anybody)).returnCode).toBe(CODE.ok)
    const reset = await codeFor(mobile, 'reset')
    for (const weak of ['secretive-lamp-7', own]) await server.call(resetPassWord, { target: mobile, newPassWord: noted(weak), ...reset }, anybody)
    await server.ok(resetPassWord, { target: mobile, newPassWord: noted('Silver-Door-41'), ...reset }, anybody)
    await server.ok(registUser, { loginName: 'newcomer5', realName: '甄新人', typeId: 'director', companyName: '子虚电子股份有限公司', mobile: fresh, email: '', passWord: noted('Yellow-Boat-19'), ...(await codeFor(fresh, 'register')) }, anybody)

    // Changed by the person themselves, wrongly and rightly, each with a key.
    const me = await server.sessionOf(userId)
    secrets.add(me.token).add(me.cookie)
    await server.call(updatePassWordByUserId, { userId, oldPassWord: noted('Not-My-Old-One'), newPassWord: noted('Copper-Gate-52') }, { as: me, key: 'change-wrong' })
    await server.ok(updatePassWordByUserId, { userId, oldPassWord: 'Silver-Door-41', newPassWord: 'Copper-Gate-52' }, { as: me, key: 'change-right' })

    // First passwords made by staff, and messages read by them, each with a key.
    const made = await server.ok(insertUser, { loginName: 'firstcomer', realName: '甄初来', typeId: 'staff' }, { key: 'insert-one' })
    const letters = await server.file(printPasswordLetter, { userIds: [made.userId, userId] }, { key: 'print-one' })
    const printed = pdfText(letters).match(/^[A-Za-z0-9]{16}$/gm) ?? []
    expect(printed).toHaveLength(2)
    for (const value of printed) secrets.add(value)
    const { items } = await server.ok(outbox.list, {})
    for (const { outboxId } of items) await server.call(selectOutboxContent, { outboxId }, { key: `read-${outboxId}-one` })

    for (const secret of secrets) expect([secret, await tablesWith(secret)]).toEqual([secret, []])
    // A code goes out sealed, and the message keeps it masked.
    for (const code of codes) expect([code, await tablesWith(code)]).toEqual([code, []])
    // Control: what may be kept is found by the same search.
    expect(await tablesWith('贾守密')).toContain('public.sys_user')
    expect(await tablesWith('newcomer5')).toEqual(expect.arrayContaining(['public.audit_log', 'public.sys_user']))

    await server.app.close()
    await new Promise<void>((resolve) => server.platform.log.flush(() => resolve()))
    const log = readFileSync(logFile, 'utf8')
    expect(log).toContain(loginTheUser.path)
    for (const secret of [...secrets].filter((s) => s !== '甄密码甚长')) expect(log).not.toContain(secret)
    expect(log).not.toContain('甄密码甚长')
  })

})

test('a retry of what answered a secret is told that it was done, and does it no second time', async () => {
  const server = await startTestServer()
  try {
    const { userId } = await server.ok(insertUser, { loginName: 'oncecomer', realName: '甄一次', typeId: 'staff' })
    const versionOf = async () => (await server.platform.db.selectFrom('sys_user').select('version').where('user_id', '=', userId).executeTakeFirstOrThrow()).version
    await server.file(printPasswordLetter, { userIds: [userId] }, { key: 'once-and-again' })
    const version = await versionOf()
    const twins = await Promise.all(Array.from({ length: 5 }, () => server.call(printPasswordLetter, { userIds: [userId] }, { key: 'once-and-again' })))
    expect(new Set(twins.map((t) => t.returnCode))).toEqual(new Set([CODE.answerNotKept]))
    expect(twins[0]?.returnMessage).toContain('此操作已经完成')
    expect(await versionOf()).toBe(version)
    expect((await server.call(printPasswordLetter, { userIds: [userId, userId] }, { key: 'once-and-again' })).returnCode).toBe(CODE.keyReused)
  } finally {
    await server.stop()
  }
})

import { createHash } from 'node:crypto'
import { CODE, needsNoSession, type Call } from '@assoc/contract'
import { storable } from '@assoc/contract/core/characters'
import type { ZodType } from 'zod'
import { checkRefs, idsAt, refCheck, refusalOfConstraint, refsOfCall, type CheckedRow, type RefCheck, type RefPath } from '../access/entities'
import type { Principal } from '../access/principal'
import { sessionOfTicket } from '../auth/file-ticket'
import { noteRefusal, writeAudit, type AuditEntry, type AuditFrame } from '../audit/audit'
import type { Db } from '../database/database'
import { written } from '../database/driver'
import { Refusal, refuse } from '../errors'
import { addJob } from '../jobs/queue'
import type { Platform } from '../platform'
import { answerCheck } from './answer-schema'
import { refusalOf, refuseFileNames } from './input-errors'
import { isFileAnswer, VisitorAnswer, type Binding, type Context, type FileAnswer, type RequestFacts, type UploadedFile } from './context'
import { namelessFacts, namelessFrame, namelessIncoming, requireNameless } from './nameless'
import { answerNotKept, countVisit, isByLink, validateVisit, requireSafeAccess, VISITOR_ID } from './visitor'

/** What a request says of who makes it, before its body. */
export interface Caller {
  facts: RequestFacts
  token: string | undefined
  cookie: string | undefined
  /** A ticket that stands for the cookie where files are fetched from a page elsewhere. */
  fileTicket?: string | undefined
  key: string | undefined
  setCookie: Context<Call>['setCookie']
}

export interface Incoming extends Caller {
  body: unknown
  /** The body's own text, for the fingerprint of idempotency. */
  raw: string
  files: readonly UploadedFile[]
}

/** Who may make the call, and what its audit rows say of them. */
export interface Admitted {
  principal: Principal | null
  frame: AuditFrame
}

interface Prepared extends Binding {
  /** The contract's schema, which refuses texts that the database cannot keep, wherever they stand. */
  request: ZodType
  /** The contract's schema of the answer, made into a check once. */
  answer: (value: unknown) => unknown
  refs: RefPath[]
  hasEntityRefs: boolean
}

export const prepare = (binding: Binding): Prepared => {
  requireSafeAccess(binding)
  requireNameless(binding.call)
  const refs = refsOfCall(binding.call).filter(({ entity, path }) => !entity || path.length !== 1 || path[0] !== binding.finds)
  return { ...binding, request: storable(binding.call.request), answer: answerCheck(binding.call.response), refs, hasEntityRefs: refs.some((r) => r.entity) }
}

/** Text of the answer's data, or the file. The text is stored for retries, so it is made once. */
export type Outcome = { file: FileAnswer } | { json: string }

/** The first half of a call, for which its body is not needed: address, session, password, access. Who may not make it is refused. */
export async function admitCaller(platform: Platform, { call }: Prepared, caller: Caller): Promise<Admitted> {
  // A link of a mail is for people outside, wherever the console itself may be used from.
  if (!isByLink(call) && !(await platform.settings.admits(caller.facts.ip))) throw refuse.forbidden('您的网络地址不在允许访问的范围内，请联系系统管理员')
  const principal = await identify(platform, call, caller)
  const frame: AuditFrame = call.anonymous ? namelessFrame(call) : {
    userId: principal?.userId ?? null,
    userName: principal?.realName ?? '',
    ip: caller.facts.ip,
    requestId: caller.facts.id,
    path: call.path,
    title: call.title,
    module: call.access.kind === 'permit' ? call.access.code.split(':')[0] : undefined,
    startedAt: performance.now(),
  }
  await admit(platform, call, principal, frame)
  return { principal, frame }
}

/**
 * Carries a call of an admitted caller out, in the order of the house: schema, scope of every id, then the handler; a write in one
 * transaction with its idempotency row, audit rows and jobs.
 */
export async function execute(platform: Platform, prepared: Prepared, incoming: Incoming, { principal, frame }: Admitted): Promise<Outcome> {
  const { call } = prepared
  const db = call.anonymous ? platform.db : platform.dbOf(incoming.facts.id)
  const parsed = prepared.request.safeParse(incoming.body)
  if (!parsed.success) throw refusalOf(prepared.request, parsed.error)
  refuseFileNames(incoming.files)
  const input: unknown = parsed.data
  await refuseOtherSelf(platform, prepared, principal, input, frame)
  try {
    if (call.access.kind === 'visitor') return await visit(platform, db, prepared, input, incoming, frame)
    if (call.write && principal) return await inTransaction(platform, db, prepared, principal, input, call.anonymous ? namelessIncoming(platform, call, principal, incoming) : incoming, frame)
    const audits: AuditEntry[] = []
    if (call.blob && principal && prepared.hasEntityRefs) await checkRefs(db, principal, prepared.refs, input)
    const answer = run(prepared, makeContext(prepared, platform, db, principal, input, incoming, audits))
    // A read changes nothing, so its ids are checked beside it and its answer given out when they pass; a file is not even opened before.
    const outcome = !call.blob && principal && prepared.hasEntityRefs ? await both(checkRefs(db, principal, prepared.refs, input), answer) : await answer
    await writeAudit(db, frame, audits)
    return outcome
  } catch (error) {
    const told = translate(error)
    if (told instanceof Refusal && told.note && !call.anonymous) await noteRefusal(platform.db, { ...frame, code: told.code }, told.note)
    throw told
  }
}

/** Carries a visitor's call out: rate, the answer to an earlier try under the same key, proof, then as every other call. */
async function visit(platform: Platform, db: Db, prepared: Prepared, input: unknown, incoming: Incoming, frame: AuditFrame): Promise<Outcome> {
  const { call } = prepared
  await countVisit(platform, call, incoming.facts.ip)
  // A file is not kept for retries: it is given out again.
  const key = call.write && !call.blob ? incoming.key : undefined
  const bodyHash = key ? fingerprint(platform, incoming) : null
  const before = async () => (key && bodyHash ? await answered(db, VISITOR_ID, call, key, bodyHash) : undefined)
  const stored = await before()
  if (stored !== undefined) return { json: stored }
  const audits: AuditEntry[] = []
  const context = makeContext(prepared, platform, db, null, input, incoming, audits)
  const intent = key && bodyHash ? Buffer.from(platform.encryption.blindIndex(`visit\n${call.path}\n${key}\n${bodyHash.toString('base64url')}`), 'base64url') : null
  let proven: unknown
  try {
    proven = await validateVisit(prepared, { ...context, principal: null, intent })
  } catch (error) {
    // A twin under the same key may have used the proof up meanwhile: then it has answered.
    const twin = error instanceof Refusal ? await before() : undefined
    if (twin !== undefined) return { json: twin }
    throw error
  }
  if (proven instanceof VisitorAnswer) return outcomeOf(prepared, proven.data)
  const act: Prepared = { ...prepared, handler: (c) => prepared.handler({ ...c, proven } as typeof c) }
  if (call.write) return inTransaction(platform, db, act, null, input, key ? incoming : { ...incoming, key: undefined }, frame)
  const outcome = await run(act, context)
  await writeAudit(db, frame, audits)
  return outcome
}

async function identify(platform: Platform, call: Call, caller: Caller): Promise<Principal | null> {
  if (needsNoSession(call)) return null
  return platform.sessions.identify(caller.token, caller.cookie, {
    background: call.background === true || call.anonymous === true,
    ticketOf: call.blob ? sessionOfTicket(platform.encryption, caller.fileTicket, call.path) : undefined,
  })
}

async function admit(platform: Platform, call: Call, principal: Principal | null, frame: AuditFrame): Promise<void> {
  if (!principal) return
  if (principal.mustChangePassword && !call.beforePasswordChange) {
    throw new Refusal(CODE.mustChangePassword, '请先设置新密码')
  }
  await refuseInRoleView(platform, call, principal, frame)
  if (call.access.kind !== 'permit' || principal.permits.has(call.access.code)) return
  await noteRefusal(platform.db, { ...frame, code: CODE.forbidden }, { recordType: 'access', recordId: null, verb: 'refused', reason: call.access.code })
  throw refuse.forbidden()
}

/** While the console is looked at as a role nothing is changed, no file goes out, and nothing is shown in plain text. */
async function refuseInRoleView(platform: Platform, call: Call, { roleView }: Principal, frame: AuditFrame): Promise<void> {
  if (!roleView || call.duringRoleView || !(call.write || call.blob || call.reveals)) return
  // Column widths and the like are kept by themselves: they are not kept now, which nobody has to account for.
  if (!call.ownSettings) await noteRefusal(platform.db, { ...frame, code: CODE.roleView }, { recordType: 'role', recordId: roleView.roleId, verb: 'refused', reason: `以角色“${roleView.roleName}”查看` })
  const what = call.blob ? '不能导出或下载' : call.reveals ? '不能查看明文' : '不能办理'
  throw new Refusal(CODE.roleView, `正在以“${roleView.roleName}”角色查看，只能查看，${what}。请先结束角色查看`)
}

/** `userId` in a body is never authority: another person's is refused and audited. */
async function refuseOtherSelf(platform: Platform, prepared: Prepared, principal: Principal | null, input: unknown, frame: AuditFrame): Promise<void> {
  if (!principal) return
  for (const ref of prepared.refs) {
    if (ref.entity) continue
    if (idsAt(input, ref.path).every((id) => id === principal.userId)) continue
    await noteRefusal(platform.db, { ...frame, code: CODE.forbidden }, { recordType: 'access', recordId: null, verb: 'otherSelf', reason: idsAt(input, ref.path).join(',').slice(0, 100) })
    throw refuse.forbidden('只能操作本人的数据')
  }
}

async function inTransaction(platform: Platform, db: Db, prepared: Prepared, principal: Principal | null, input: unknown, incoming: Incoming, frame: AuditFrame): Promise<Outcome> {
  const { call } = prepared
  const bodyHash = incoming.key ? fingerprint(platform, incoming) : null
  // Whoever makes an anonymous call shares the keys of nobody.
  const keyOf = call.anonymous ? VISITOR_ID : (principal?.userId ?? VISITOR_ID)
  let transaction: Db | undefined
  const outcome = await db.transaction().execute(async (tx) => {
    transaction = tx
    const check = principal && prepared.hasEntityRefs ? refCheck(tx, principal, prepared.refs, input) : null
    if (incoming.key && bodyHash) {
      const stored = await claimKey(tx, keyOf, call, incoming.key, bodyHash, check)
      if (stored !== undefined) return { json: stored }
    } else if (check) await check.alone()
    const audits: AuditEntry[] = []
    const result = await run(prepared, makeContext(prepared, platform, tx, principal, input, incoming, audits))
    if (audits.length === 0 && !call.ownSettings) audits.push({ recordType: 'call', recordId: null })
    await writeAudit(tx, frame, audits, incoming.key && 'json' in result && !call.secretAnswer ? { key: incoming.key, response: result.json } : undefined, { last: true })
    return result
  })
  if (transaction) platform.revocations.committed(transaction)
  return outcome
}

/** The answer, once the check has passed; a refusal of the check comes before any fault of the answer. */
async function both<T>(check: Promise<void>, answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  await check
  return answer
}

/**
 * Takes the key, waiting for a twin request that holds it. Answers the stored data when the action was done before. The ids of the body are
 * checked by the same statement; what was done before is answered whatever has become of them.
 */
async function claimKey(tx: Db, userId: string, call: Call, key: string, bodyHash: Buffer, check: RefCheck | null): Promise<string | undefined> {
  const { text, values, passes } = check?.from(CLAIM_VALUES) ?? NO_CHECK
  const { rows } = await tx.executeQuery<CheckedRow & { claimed: number }>(written(`${CLAIM} select (select count(*) from claimed)::int as claimed${text}`, [userId, call.path, key, bodyHash, ...values]))
  const [row] = rows
  if (row?.claimed === 1) {
    if (!passes(row)) throw refuse.notFound()
    return undefined
  }
  const stored = await answered(tx, userId, call, key, bodyHash)
  if (stored === undefined) throw keyReused()
  return stored
}

const CLAIM = 'with claimed as (insert into idempotency (user_id, path, key, body_hash) values ($1, $2, $3, $4) on conflict do nothing returning 1)'
const CLAIM_VALUES = 4
const NO_CHECK = { text: '', values: [] as unknown[], passes: (): boolean => true }

const keyReused = () => new Refusal(CODE.keyReused, '重复提交的内容与上次不一致，请刷新后重试')

/** The answer that is kept under a key; undefined where nothing was done under it. Refuses another body, and what was a secret. */
async function answered(db: Db, userId: string, call: Call, key: string, bodyHash: Buffer): Promise<string | undefined> {
  const done = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'response'])
    .where('user_id', '=', userId)
    .where('path', '=', call.path)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!done) return undefined
  if (!done.body_hash.equals(bodyHash)) throw keyReused()
  if (call.secretAnswer) throw answerNotKept(call)
  return done.response ?? 'null'
}

/** What tells a body from another. Bodies may bear passwords: without the key that lies outside the database nothing can be tried against it. */
function fingerprint({ encryption }: Platform, incoming: Incoming): Buffer {
  const hash = createHash('sha256').update(incoming.raw)
  for (const file of incoming.files) hash.update(`\n${file.fileName}\n${file.sha256}`)
  return Buffer.from(encryption.blindIndex(`request\n${hash.digest('hex')}`), 'base64url')
}

const run = async (prepared: Prepared, context: Context<Call, Principal | null>): Promise<Outcome> => outcomeOf(prepared, await prepared.handler(context))

function outcomeOf(prepared: Prepared, result: unknown): Outcome {
  if (prepared.call.blob) {
    if (!isFileAnswer(result)) throw new Error(`${prepared.call.path} must answer a file`)
    return { file: result }
  }
  // The response schema strips what it does not list: a column that is not in the contract cannot leak.
  let data: unknown
  try {
    data = prepared.answer(result)
  } catch (error) {
    throw new Error(`${prepared.call.path} answers what its contract does not allow: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { json: JSON.stringify(data ?? null) }
}

function makeContext(prepared: Prepared, platform: Platform, db: Db, principal: Principal | null, input: unknown, incoming: Incoming, audits: AuditEntry[]): Context<Call, Principal | null> {
  if (prepared.call.anonymous) return { input: input as never, principal, db, platform, ...namelessFacts(prepared.call) }
  return {
    input: input as never,
    principal,
    db,
    platform,
    request: incoming.facts,
    credentials: { token: incoming.token, cookie: incoming.cookie },
    files: incoming.files,
    audit: (entry) => void audits.push(entry),
    job: (name, payload, options) => addJob(db, name, payload, options),
    setCookie: incoming.setCookie,
  }
}

const DEADLOCK = new Set(['40P01', '40001'])

/** Turns what the database says into what a person can read; the rest stays a fault on our side. */
export function translate(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (constraint) {
    const refusal = refusalOfConstraint(constraint)
    if (refusal) return refusal
  }
  if (code === '23503') return refuse.inUse('该记录正在被其他数据使用，不能删除')
  if (code === '53100') return new Refusal(CODE.fault, '存储空间已满，暂时无法保存，请联系系统管理员')
  if (code && DEADLOCK.has(code)) return refuse.tooMany(1, '系统繁忙，请重试')
  return error
}


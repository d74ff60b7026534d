import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordRules, type PasswordPolicy } from '@assoc/contract/rules/password'
import { refuse } from '../errors'

// OWASP's minimum for argon2id: 19 MiB, two passes. About 16 ms of one core.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const LIMIT = availableParallelism()
const QUEUE = 400
let running = 0
const waiting: (() => void)[] = []

/** Runs hashing with as many at once as there are cores; refuses when too many wait already. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= LIMIT) {
    if (waiting.length >= QUEUE) throw refuse.tooMany(5, '登录繁忙，请稍后重试')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, PARAMETERS))

// Compared against when there is no such account, so that the answer takes as long.
let decoy: Promise<string> | undefined

/** Whether a password fits; with no hash it does the same work and answers no. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const fits = await bounded(() => verify(against, password))
  return fits && stored !== null
}

let weak: Set<string> | undefined

// Read with the first new password: the list is large, and most processes never need it.
async function isCommon(password: string): Promise<boolean> {
  if (!weak) {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    weak = new Set(dictionary.passwords.map((p) => p.toLowerCase()))
  }
  return weak.has(password.toLowerCase())
}

/** Old passwords that are kept, the most that a policy may ask for. */
export const KEPT_HASHES = 10

/** Refuses a new password that breaks a rule of the policy, stands on the weak list, or was one of the last ones. */
export async function checkNewPassword(
  field: string,
  password: string,
  personal: readonly (string | null)[],
  oldHashes: readonly string[],
  policy: PasswordPolicy & { historyCount: number },
): Promise<void> {
  const broken = passwordRules(password, personal, policy).find((rule) => !rule.passed)
  if (broken) throw refuse.field(field, `密码不符合要求：${broken.label}`)
  if (await isCommon(password)) throw refuse.field(field, '该密码过于常见，请换一个')
  for (const old of oldHashes.slice(0, policy.historyCount)) {
    if (await bounded(() => verify(old, password))) throw refuse.field(field, `不能与最近 ${policy.historyCount} 次使用过的密码相同`)
  }
}

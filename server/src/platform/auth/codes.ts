import { sql } from 'kysely'
import type { Db } from '../database/database'

const MAX_TRIES = 5

/** Keeps a code for five minutes. `challengeHash` binds it to the browser that asked for it; null where somebody else answers than who asked. */
export const insertCode = (db: Db, target: string, purpose: string, challengeHash: Buffer | null, codeHash: Buffer) =>
  db
    .insertInto('verification_code')
    .values({ target, purpose, challenge_hash: challengeHash, code_hash: codeHash, expire_time: sql<Date>`now() + interval '5 minutes'` })
    .execute()

/**
 * Checks a code against the one that was asked for under this challenge, in one statement: parallel tries wait for each
 * other on the row, so each counts and a right one is used once. A right answer with `use` false costs nothing. A code that was
 * used up by a request is right again for a retry of it, which has the same `intent`.
 */
export async function validateCode(db: Db, target: string, purpose: string, challengeHash: Buffer, codeHash: Buffer, { use, intent }: { use: boolean; intent: Buffer | null }): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    update verification_code set
      tries = tries + case when code_hash = ${codeHash} and (not ${use}::boolean or used_time is not null) then 0 else 1 end,
      used_time = case when code_hash = ${codeHash} and ${use}::boolean then now() else used_time end,
      used_for = case when code_hash = ${codeHash} and ${use}::boolean then ${intent} else used_for end
    where challenge_hash = ${challengeHash} and target = ${target} and purpose = ${purpose}
      and (used_time is null and tries < ${MAX_TRIES} or used_for = ${intent}) and expire_time > now()
    returning code_hash = ${codeHash} as fits`.execute(db)
  return rows[0]?.fits ?? false
}

/** Uses up the newest code of a purpose in one statement: tries at once wait for each other, each counts, and a right one is used once. */
export async function useCode(db: Db, target: string, purpose: string, codeHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    update verification_code set tries = tries + 1, used_time = case when code_hash = ${codeHash} then now() else used_time end
    where code_id = (select code_id from verification_code where target = ${target} and purpose = ${purpose} order by code_id desc limit 1)
      and used_time is null and tries < ${MAX_TRIES} and expire_time > now()
    returning code_hash = ${codeHash} as fits`.execute(db)
  return rows[0]?.fits ?? false
}

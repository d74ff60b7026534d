import { randomBytes } from 'node:crypto'
import type { Db } from './database/database'

/** The secret of this installation: made at first start, kept in the database, the same in every process. */
export async function installationSecret(db: Db): Promise<Buffer> {
  await db
    .insertInto('installation')
    .values({ key: 'secret', value: randomBytes(32).toString('base64') })
    .onConflict((c) => c.doNothing())
    .execute()
  const row = await db.selectFrom('installation').select('value').where('key', '=', 'secret').executeTakeFirstOrThrow()
  return Buffer.from(row.value, 'base64')
}

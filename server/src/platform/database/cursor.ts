import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database'

/** Rows of a part: few enough that taking them in keeps no other request waiting for more than some milliseconds. */
const PART = 200

/** Parts of the rows of a statement in a transaction that is open; one statement is read at a time. */
async function* partsIn<R>(tx: Db, statement: RawBuilder<R>, size: number): AsyncGenerator<R[]> {
  await sql`declare part_by_part no scroll cursor for ${statement}`.execute(tx)
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(size)} from part_by_part`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  // Whoever leaves before ends the transaction, and the cursor with it.
  await sql`close part_by_part`.execute(tx)
}

/** What reads the rows of one statement after another, all of one snapshot. */
export interface Snapshot {
  tx: Db
  parts<R>(statement: RawBuilder<R>, size?: number): AsyncGenerator<R[]>
}

/** Carries out what reads several statements part by part, all of them of the same moment; the transaction ends with it. */
export async function inSnapshot<T>(db: Db, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const tx = await begun(db)
  try {
    return await read({ tx, parts: (statement, size = PART) => partsIn(tx, statement, size) })
  } finally {
    await tx.rollback().execute()
  }
}

async function begun(db: Db) {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  // All rows will be read: the plan with the least work is wanted, not the one whose first rows come soonest.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  return tx
}

/**
 * The rows of a statement part by part, in one snapshot and never all in memory, each with the connection that reads it: what is looked up
 * beside them is of the same moment. The transaction ends with the loop, however that is left.
 */
export async function* eachPart<R>(db: Db, statement: (tx: Db) => Promise<RawBuilder<R>>, size = PART): AsyncGenerator<[rows: R[], tx: Db]> {
  const tx = await begun(db)
  try {
    for await (const rows of partsIn(tx, await statement(tx), size)) yield [rows, tx]
  } finally {
    await tx.rollback().execute()
  }
}

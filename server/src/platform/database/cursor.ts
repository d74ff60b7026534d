import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database'

/** Rows of a part: few enough that taking them in keeps no other request waiting for more than some milliseconds. */
const PART = 200

/**
 * The rows of a statement part by part, in one snapshot and never all in memory, each with the connection that reads it: what is looked up
 * beside them is of the same moment. The transaction ends with the loop, however that is left.
 */
export async function* eachPart<R>(db: Db, statement: (tx: Db) => Promise<RawBuilder<R>>, size = PART): AsyncGenerator<[rows: R[], tx: Db]> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    // All rows will be read: the plan with the least work is wanted, not the one whose first rows come soonest.
    await sql`set local cursor_tuple_fraction = 1`.execute(tx)
    await sql`declare part_by_part no scroll cursor for ${await statement(tx)}`.execute(tx)
    for (;;) {
      const { rows } = await sql<R>`fetch ${sql.lit(size)} from part_by_part`.execute(tx)
      if (rows.length > 0) yield [rows, tx]
      if (rows.length < size) return
    }
  } finally {
    await tx.rollback().execute()
  }
}

import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database'

/**
 * A query whose text is made once for the process; later calls only carry other values. For reads that are made
 * very often: building and compiling a query costs as much as the rest of a single read. The arguments must be
 * the query's values, each once and in order; the first call throws when they are not.
 */
export function prepared<A extends unknown[], O>(build: (db: Db, ...args: A) => Compilable<O>): (db: Db, ...args: A) => Promise<O[]> {
  let compiled: CompiledQuery<O> | undefined
  return async (db, ...args) => {
    if (!compiled) {
      const made = build(db, ...args).compile() as CompiledQuery<O>
      if (made.parameters.length !== args.length || made.parameters.some((value, i) => value !== args[i])) throw new Error('the values of a prepared query must be its arguments, each once and in order')
      compiled = made
    }
    return (await db.executeQuery<O>({ ...compiled, parameters: args } as CompiledQuery<O>)).rows
  }
}

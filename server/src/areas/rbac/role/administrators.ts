import { CODE } from '@assoc/contract'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { administratorRemains, lockAdministration } from './administrators.repository'

export { lockAdministration }

/**
 * Does a change that could take the last administrator away, and refuses it when nobody is left who
 * can administer. The lock lasts until the transaction ends, so that of two removals at once the
 * second sees what the first has left. `lock` is another one only where a test proves that it is needed.
 */
export async function keepAdministrator<T>(db: Db, change: () => Promise<T>, lock: (db: Db) => Promise<void> = lockAdministration): Promise<T> {
  await lock(db)
  const result = await change()
  if (!(await administratorRemains(db))) {
    throw new Refusal(CODE.lastAdministrator, '此操作会使系统不再有可用的系统管理员，不能进行')
  }
  return result
}

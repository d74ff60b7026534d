import type { InputOf } from '@assoc/contract'
import type { runMaintenance } from '@assoc/contract/rbac/maintenance'
import { verifyAudit } from '../../../platform/audit/seal'
import type { Db } from '../../../platform/database/database'
import { maintenanceNamed, type MaintenanceJob, type Outcome } from '../../../platform/maintenance/maintenance'
import { expireWork } from '../../../platform/work/expire'
import { gramsOfPerson } from '../account/service'
import * as repository from './jobs.repository'

export type JobCode = InputOf<typeof runMaintenance>['jobCode']

const CHUNK = 500

/** Writes anew what people are found by, where it differs. */
async function rebuildUserSearch(tx: Db): Promise<Outcome> {
  let [after, seen, rows] = ['0', 0, 0]
  for (;;) {
    const people = await repository.peopleAfter(tx, after, CHUNK)
    const wrong = people
      .map((p) => ({ userId: p.user_id, old: p.search_grams, grams: gramsOfPerson(p.login_name, p.real_name, p.mobile) }))
      .filter((p) => [...p.old].sort().join('\n') !== [...p.grams].sort().join('\n'))
    await repository.setGrams(tx, wrong)
    seen += people.length
    rows += wrong.length
    after = people.at(-1)?.user_id ?? after
    if (people.length < CHUNK) return { rows, text: `检查 ${seen} 个用户，修正 ${rows} 个` }
  }
}

async function checkSeals(tx: Db): Promise<Outcome> {
  const { brokenSeal, seals } = await verifyAudit(tx)
  const rows = await repository.countSealed(tx)
  return brokenSeal === null ? { rows, text: `${seals} 段封存全部完好` } : { rows, text: `第 ${brokenSeal} 段封存不符，日志可能被改动，请立即报告安全负责人`, bad: true }
}

const dropped = (what: string, drop: (tx: Db) => Promise<number>) => async (tx: Db): Promise<Outcome> => {
  const rows = await drop(tx)
  return { rows, text: rows > 0 ? `删除 ${rows} ${what}` : '没有需要清理的数据' }
}

/** Jobs that other areas bring along (`defineMaintenance`). */
type OfAreas = 'checkFormValues' | 'repairFormValues'

/** The named jobs of this area. */
const JOBS: Record<Exclude<JobCode, OfAreas>, MaintenanceJob> = {
  verifyAudit: checkSeals,
  rebuildUserSearch,
  dropSessions: dropped('个会话', repository.dropSessions),
  dropDrafts: dropped('份草稿', repository.dropDrafts),
  dropNotices: dropped('条消息', repository.dropNotices),
  expireFiles: async (_tx, platform) => {
    const rows = await expireWork(platform)
    return { rows, text: rows > 0 ? `清理 ${rows} 个文件` : '没有到期的文件' }
  },
  analyzeTables: async (tx) => {
    const rows = await repository.analyzeTables(tx)
    return { rows, text: `更新 ${rows} 张表` }
  },
}

/** The job of a code. */
export function jobOf(code: JobCode): MaintenanceJob {
  const job = code in JOBS ? JOBS[code as Exclude<JobCode, OfAreas>] : maintenanceNamed(code)
  if (!job) throw new Error(`no area has brought the maintenance job ${code}`)
  return job
}

import { masked } from '@assoc/contract'
import { assignExperts } from '@assoc/contract/expert/review/assigning'
import { NEW_BATCH } from '@assoc/contract/expert/review/batch'
import type { Db } from '../../../platform/database/database'
import { clerksWith } from '../../../platform/identity/people'
import type { Platform } from '../../../platform/platform'
import { initials } from '../../../platform/search/grams'
import type { Seed } from '../../../platform/seed'
import { companiesOfDemo } from './demo.repository'
import * as repository from './review.repository'

const WORKS = 72
const EXPERTS = 24
const EACH = 5
const TOPICS = ['独立董事履职保障', '董事会多元化', '信息披露质量', '中小投资者保护', '关联交易治理', '股权激励约束', '环境与社会责任披露', '内部控制有效性', '审计委员会运行', '董事会秘书履职', '并购重组整合', '现金分红政策']
const KINDS = ['机制研究', '实践与思考', '案例分析', '路径探析', '问题与对策', '评价体系构建']
const SURNAMES = '沈韩蒋宋唐冯邓曹彭曾'
const GIVEN = ['拟文', '示例', '样稿', '虚舟', '若谷', '未名']
const OF_UNITS = ['某省社会科学院', '无名大学商学院', '样例证券研究所', '示例投资者服务中心']

function workOf(n: number, companies: readonly string[], encryption: Platform['encryption']): repository.NewWork {
  const title = `${TOPICS[n % TOPICS.length]}的${KINDS[Math.floor(n / TOPICS.length) % KINDS.length]}`
  return {
    no: `SJ${String(n + 1).padStart(5, '0')}`, title, initials: initials(title), summary: `围绕${TOPICS[n % TOPICS.length]}，梳理现行规则与公司实践，提出可以操作的建议。`,
    // Every third one comes from a company, the others from people alone.
    companyId: n % 3 === 0 ? (companies[(n * 13) % Math.max(1, companies.length)] ?? null) : null,
    authors: Array.from({ length: 1 + (n % 2) }, (_, a) => {
      const k = n * 2 + a
      const mobile = String(19_600_000_000 + k)
      return { name: `${SURNAMES[k % SURNAMES.length]}${GIVEN[Math.floor(k / SURNAMES.length) % GIVEN.length]}`, unit: OF_UNITS[k % OF_UNITS.length] ?? '', mobile: masked('mobile', mobile) ?? '', print: encryption.blindIndex(mobile) }
    }),
  }
}

/** Five experts to each work, as an automatic assignment does it; of the batch that runs a few still wait or have declined. */
function pairsOf(itemIds: readonly string[], expertIds: readonly string[], running: boolean): repository.NewAssignment[] {
  const { pairs } = assignExperts({ items: itemIds.map((itemId) => ({ itemId, fields: [], needed: EACH })), experts: expertIds.map((expertId) => ({ expertId, fields: [], load: 0 })), loadLimit: WORKS, ties: new Set(), taken: new Set() })
  return pairs.map((pair, n) => ({ ...pair, status: running && n % 29 === 7 ? 'waiting' : running && n % 37 === 11 ? 'declined' : 'accepted' }))
}

/** Works with four batches: one that has ended, one that runs, and two that wait to be assigned. */
export const reviewDemo: Seed = {
  name: 'expert.review.demo',
  order: 49.1,
  demo: true,
  async run(db: Db, { encryption }: Platform) {
    const [maker] = await clerksWith(db, 'EVAL_OP')
    if (!maker) return
    const own = { deptId: maker.deptId, by: maker.userId }
    const companies = await companiesOfDemo(db)
    const workIds = await repository.insertWorks(db, Array.from({ length: WORKS }, (_, n) => workOf(n, companies, encryption)), own)
    await repository.noteWorkNumbers(db, WORKS)
    const expertIds = await repository.scorersOfDemo(db, EXPERTS)
    if (expertIds.length < EACH) return
    const batch = (name: string, status: 'waiting' | 'scoring' | 'ended', from: number, to: number, works: readonly string[], normalised = false) => repository.insertBatch(db, { name, status, from, to, dimensions: NEW_BATCH.dimensions, normalised, workIds: works }, own)
    const ended = await batch('公司治理实践成果评审（上半年）', 'ended', -90, -40, workIds.slice(0, 30))
    const running = await batch('公司治理实践成果评审（下半年）', 'scoring', -10, 20, workIds.slice(30, 60), true)
    const waiting = await batch('信息披露专题成果评审', 'waiting', 5, 60, workIds.slice(60, 68))
    await batch('投资者保护专题成果评审', 'waiting', 10, 70, workIds.slice(68))
    await repository.insertAssignments(db, ended.batchId, pairsOf(ended.itemIds, expertIds, false), own)
    await repository.insertAssignments(db, running.batchId, pairsOf(running.itemIds, expertIds, true), own)
    await repository.insertRecusals(db, waiting.itemIds.slice(0, 4), expertIds.slice(0, 4), own)
  },
}

import { dayAfter, today, yearNow } from '@assoc/contract/core/day'
import { NEW_SCHEME } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { clerksWith } from '../../../platform/identity/people'
import type { Seed } from '../../../platform/seed'
import { makeDemoForm } from '../../form/api'
import { computeGrades } from '../grade-result/compute'
import { insertGrades } from '../grade/repository'
import { publishResults, putOnShow } from '../notice/repository'
import { declarationForm, INDICATORS } from './evaluation-form'
import * as repository from './evaluation.repository'

const BY_RANK = [['5A', '5A', 60, null], ['4A', '4A', 90, null], ['3A', '3A', 150, null], ['未评级', '未评级', null, null]] as const
const BY_SCORE = [['A', '优秀', null, 90], ['B', '良好', null, 80], ['C', '合格', null, 60], ['D', '不合格', null, 0]] as const
const at = (day: string, clock: string) => new Date(`${day}T${clock}:00+08:00`).toISOString()

interface Clerk {
  userId: string
  deptId: string
}

async function makeScheme(db: Db, templateId: string, name: string, target: 'secretary' | 'independent', year: number, scale: 'rank' | 'score', clerk: Clerk): Promise<string> {
  const own = { deptId: clerk.deptId, by: clerk.userId }
  const schemeId = await repository.insertScheme(
    db,
    { name, target, periodStart: `${year - 1}-09-01`, periodEnd: `${year}-08-31`, applyStart: at(dayAfter(today(), year < yearNow() ? -300 : -20), '09:00'), applyEnd: at(dayAfter(today(), year < yearNow() ? -270 : 40), '18:00'), templateId, eligible: NEW_SCHEME.eligibleRules, veto: NEW_SCHEME.vetoRules, scale },
    own,
  )
  await repository.insertIndicators(db, schemeId, INDICATORS, own)
  await insertGrades(db, schemeId, (scale === 'rank' ? BY_RANK : BY_SCORE).map(([code, gradeName, quota, low], i) => ({ order: i + 1, code, name: gradeName, quota, low })), clerk)
  return schemeId
}

/** Three schemes: one that was published last year, one whose results are on show, and the draft of this year. */
export const evaluationDemo: Seed = {
  name: 'expert.demo.evaluation',
  order: 64,
  demo: true,
  async run(db) {
    const [clerk] = await clerksWith(db, 'EVAL_OP')
    if (!clerk) return
    const own = { deptId: clerk.deptId, by: clerk.userId }
    const templateId = await makeDemoForm(db, declarationForm, 'normal', 'published', clerk)
    await repository.insertCases(db, own)
    const year = yearNow()

    const last = await makeScheme(db, templateId, `${year - 1}上市公司董事会秘书履职评价`, 'secretary', year - 1, 'rank', clerk)
    await repository.stepScheme(db, last, ['applying', 'reviewing', 'scoring'])
    await repository.insertResults(db, last, 'secretary', 400, own)
    await computeGrades(db, last)
    const done = await repository.insertNotice(db, last, `${year - 1}年董事会秘书履职评价结果公示`, -190, own)
    await putOnShow(db, done, last)
    await repository.runNotice(db, done, 'running', 200, clerk.userId)
    await repository.stepScheme(db, last, ['publicity'])
    await publishResults(db, done)
    await repository.runNotice(db, done, 'published', 200, clerk.userId)
    await repository.stepScheme(db, last, ['published'])
    await repository.askCancelling(db, last, clerk.userId)
    await repository.insertHistory(db, year - 2, own)

    const running = await makeScheme(db, templateId, `${year - 1}独立董事履职评价（试点）`, 'independent', year - 1, 'score', clerk)
    await repository.stepScheme(db, running, ['applying', 'reviewing', 'scoring'])
    await repository.insertResults(db, running, 'independent', 120, own)
    await computeGrades(db, running)
    const shown = await repository.insertNotice(db, running, `${year - 1}年独立董事履职评价结果公示`, 5, own)
    await putOnShow(db, shown, running)
    await repository.runNotice(db, shown, 'running', 2, clerk.userId)
    await repository.stepScheme(db, running, ['publicity'])
    await repository.insertDemoObjections(db, shown, own)

    await makeScheme(db, templateId, `${year}上市公司董事会秘书履职评价`, 'secretary', year, 'rank', clerk)
  },
}

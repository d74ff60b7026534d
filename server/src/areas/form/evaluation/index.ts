import * as calls from '@assoc/contract/form/evaluation'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { seedMenus, type Seed } from '../../../platform/seed'
import { selectMatrix, selectOverview, selectResults } from './service'

/** Evaluations for those who send them round, and one's own for everybody who may be asked to evaluate. */
const evaluationMenu: Seed = {
  name: 'form.menu.evaluations',
  order: 37,
  async run(db) {
    await seedMenus(db, [{ menuId: 4503, parentId: 4500, menuName: '评价列表', menuPath: '/formManage/evaluateList', menuLink: 'expert/FormEvaluateList', sortNo: 3 }], ['EVAL_OP', 'LEADER'])
    await seedMenus(db, [{ menuId: 4603, parentId: 4600, menuName: '评价列表', menuPath: '/myQuestionnaire/evaluateList', menuLink: 'expert/MyEvaluateList', sortNo: 3 }], ['COMPANY_USER', 'PERSON', 'STAFF', 'EVAL_OP', 'LEADER'])
  },
}

/** Rounds that are about somebody. */
export const evaluation: ServerModule = {
  bindings: [handle(calls.selectEvaluation, selectOverview), handle(calls.selectEvaluationMatrix, selectMatrix), handle(calls.selectEvaluationResults, selectResults)],
  seeds: [evaluationMenu],
}

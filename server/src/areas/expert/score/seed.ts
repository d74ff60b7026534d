import type { Db } from '../../../platform/database/database'
import { grantMenus, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'

const SCORING: MenuSeed[] = [
  { menuId: 4005, parentId: 4000, menuName: '专家评分', menuPath: '/expertScore', menuLink: 'expert/ExpertScore', sortNo: 5 },
  { menuId: 4006, parentId: 4000, menuName: '专家评分（初评）', menuPath: '/expertScoreFirst', menuLink: 'expert/ExpertScoreFirst', sortNo: 6 },
  { menuId: 4007, parentId: 4000, menuName: '专家评分（申报）', menuPath: '/manageScoringP', menuLink: 'expert/ManageScoringP', sortNo: 7 },
  { menuId: 4008, parentId: 4000, menuName: '专家评分（申报复评）', menuPath: '/manageScoringP1', menuLink: 'expert/ManageScoringP1', sortNo: 8 },
]
const RESULTS: MenuSeed[] = [{ menuId: 4010, parentId: 4000, menuName: '评审结果', menuPath: '/expertCenter/scoreResult', menuLink: 'expert/ScoreResult', sortNo: 10 }]

/** Experts score, and see nothing else of reviews; the office and whoever leads it see results. */
export const scoreMenu: Seed = {
  name: 'expert.score.menu',
  order: 36.2,
  async run(db: Db) {
    await seedMenus(db, SCORING, ['EXPERT'])
    await grantMenus(db, [4000], ['EXPERT'])
    await seedMenus(db, RESULTS, ['EVAL_OP', 'LEADER'])
  },
}

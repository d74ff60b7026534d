import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { seedDemoReview } from './repository'

async function run(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7023, parentId: 7000, menuName: '权限复核', menuPath: '/systemManage/accessReview', menuLink: 'rbac/AccessReview', sortNo: 23 }], ['SEC_ADMIN', 'AUDITOR'])
  await grantRole(db, 'SEC_ADMIN', ['rbac:accessReview:'], { rbac: 'all' })
  await grantRole(db, 'AUDITOR', ['rbac:accessReview:read'])
}

export const accessReviewSeed: Seed = { name: 'rbac.accessReview', order: 14, run }

/** Who opened a review or decided in it does not sign it: that is the auditor's. */
export const signedByOthers: Seed = { name: 'rbac.accessReview.signedByOthers', order: 15, run: (db) => grantRole(db, 'AUDITOR', ['rbac:accessReview:signOff']) }

/** One review of the demo association, under way. */
export const demoReview: Seed = { name: 'rbac.accessReview.demo', order: 43, demo: true, run: seedDemoReview }

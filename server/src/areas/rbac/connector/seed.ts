import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

async function run(db: Db): Promise<void> {
  await seedMenus(db, [{ menuId: 7025, parentId: 7000, menuName: '连接', menuPath: '/systemManage/connector', menuLink: 'rbac/ConnectorList', sortNo: 25 }], ['SYS_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:connector:'], { rbac: 'all' })
}

export const connectorSeed: Seed = { name: 'rbac.connector', order: 19, run }

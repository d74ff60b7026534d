import type { Db } from '../../../platform/database/database'
import { keepFile } from '../../../platform/files/store'
import type { Platform } from '../../../platform/platform'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { samplePdf } from '../director/sample-pdf'
import { demoContacts, seedEnterprise } from './repository'

const MENU: MenuSeed[] = [{ menuId: 1502, parentId: 1500, menuName: '企业用户认证', menuPath: '/soleManager/registrationAudit', menuLink: 'member/EnterpriseUserAudit', sortNo: 2 }]

export const enterpriseMenu: Seed = {
  name: 'member.enterpriseUser.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await grantRole(db, 'MEMBER_OP', ['director:enterprise:read', 'director:enterprise:insert'], { director: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['director:enterprise:'], { director: 'deptTree' })
    await grantRole(db, 'LEADER', ['director:enterprise:read'], { director: 'all' })
  },
}

const STATUSES = ['pending', 'certified', 'certified', 'rejected', 'pending', 'certified', 'cancelled'] as const
const PEOPLE = 20
const PAPERS = [
  ['auth_letter', '授权书.pdf', 'Letter of authority (sample)'],
  ['license_file', '营业执照.pdf', 'Business licence (sample)'],
] as const

export const enterpriseDemo: Seed = {
  name: 'member.enterpriseUser.demo',
  order: 47,
  demo: true,
  async run(db: Db, { files }: Platform) {
    for (const [i, contact] of (await demoContacts(db, PEOPLE)).entries()) {
      const id = await seedEnterprise(db, contact, STATUSES[i % STATUSES.length] as string)
      for (const [column, fileName, line] of PAPERS) {
        const bytes = samplePdf(line)
        const fileId = await keepFile(db, files, { fileName, contentType: 'application/pdf', bytes, ownerType: 'enterpriseUser', ownerId: id })
        await db.updateTable('enterprise_user').set({ [column]: JSON.stringify([{ fileId, fileName, fileSize: bytes.length }]) }).where('enterprise_id', '=', id).execute()
      }
    }
  },
}

import { today } from '@assoc/contract/core/day'
import { reportType } from '@assoc/contract/member/company-report'
import type { Db } from '../../../platform/database/database'
import { keepFile } from '../../../platform/files/store'
import type { Platform } from '../../../platform/platform'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { someCompanies } from '../demand/repository'
import { samplePdf } from '../director/sample-pdf'
import { figuresText, indicatorsInUse } from '../records/figures'
import { seedReport, setDocument } from './repository'

const MENU: MenuSeed[] = [
  { menuId: 1600, parentId: 0, menuName: '公司报告', menuPath: '/companyReport', icon: 'file', sortNo: 17 },
  { menuId: 1601, parentId: 1600, menuName: '报告列表', menuPath: '/companyReport/reportList', menuLink: 'member/ReportList', sortNo: 1 },
]
const AUDIT: MenuSeed[] = [{ menuId: 1602, parentId: 1600, menuName: '报告审核', menuPath: '/companyReport/reportAudit', menuLink: 'member/ReportAudit', sortNo: 2 }]

export const reportMenu: Seed = {
  name: 'member.report.menu',
  order: 34,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEMBER_OP', 'MEMBER_LEAD', 'LEADER'])
    await seedMenus(db, AUDIT, ['MEMBER_LEAD'])
    await grantRole(db, 'MEMBER_OP', ['report:report:read', 'report:report:insert'], { report: 'self' })
    await grantRole(db, 'MEMBER_LEAD', ['report:report:'], { report: 'deptTree' })
    await grantRole(db, 'LEADER', ['report:report:read'], { report: 'all' })
  },
}

/** A figure for each indicator that is no heading. */
const demoFigures = (inUse: Awaited<ReturnType<typeof indicatorsInUse>>, n: number) =>
  inUse.filter((one) => !one.heading).map(({ indicatorCode, indicatorName, unit, valueType }, i) => ({ indicatorCode, indicatorName, unit, valueType, value: { number: String(6 + ((n * 3 + i) % 12)), percent: `${88 + (n % 12)}.5`, text: '已披露', flag: 'yes' }[valueType] }))

const COMPANIES = 20
const TYPES = reportType.keys
const STATUSES = ['published', 'published', 'pending', 'published', 'returned', 'published', 'draft', 'published', 'withdrawn', 'published'] as const

export const reportDemo: Seed = {
  name: 'member.report.demo',
  order: 47,
  demo: true,
  async run(db: Db, { files }: Platform) {
    const inUse = await indicatorsInUse(db)
    const last = Number(today().slice(0, 4)) - 1
    for (const [n, company] of (await someCompanies(db, COMPANIES)).entries()) {
      for (const k of [0, 1, 2]) {
        const type = TYPES[(n + k) % TYPES.length] ?? 'annual'
        const status = STATUSES[(n * 3 + k) % STATUSES.length] as string
        const year = k === 2 ? last - 1 : last
        const figures = type === 'annual' || type === 'control' ? demoFigures(inUse, n + k) : []
        const reportId = await seedReport(db, {
          indicator_values: JSON.stringify(figures),
          indicator_text: figuresText(figures),
          company_id: company.company_id,
          report_year: year,
          report_type: type,
          title: `${company.short_name} ${year} 年${reportType.labels[type]}`,
          publish_date: status === 'published' || status === 'withdrawn' ? `${year + 1}-04-${String(10 + (n % 18))}` : null,
          report_status: status,
          dept_id: company.dept_id,
          create_by: company.create_by,
        })
        const bytes = samplePdf(`Report of ${year} (sample)`)
        const fileName = `${year}年${reportType.labels[type]}.pdf`
        const fileId = await keepFile(db, files, { fileName, contentType: 'application/pdf', bytes, ownerType: 'companyReport', ownerId: reportId })
        await setDocument(db, reportId, { fileId, fileName, fileSize: bytes.length })
      }
    }
  },
}

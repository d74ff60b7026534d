import { type RowOf, viewLink } from '@assoc/contract'
import { certifyStatus, enterpriseUser as contract } from '@assoc/contract/member/enterprise-user'
import { postType } from '@assoc/contract/member/posts'
import type { Principal } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { endLinks, linkAccount } from '../../rbac/api'
import { addCompanyPart } from '../company/parts'
import { settleContact } from './contact'
import { certifiedBy, endWithOffice } from './link'
import { earlierLinks } from './earlier'
import * as repository from './repository'
import { enterpriseDemo, enterpriseMenu } from './seed'
import './tables'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

/** Refuses a code that is not the company's, and a post that nobody holds any more. */
async function validateFields({ db }: Pick<Action, 'db'>, fields: Fields): Promise<void> {
  if (fields.postType === 'supervisor') throw refuse.field('postType', '上市公司自 2026 年起不再设监事，请选择其他职务')
  const company = await repository.lockCompany(db, fields.companyId)
  if (!company?.creditCode) throw refuse.field('companyId', '该公司还没有登记统一社会信用代码，请先在公司管理中补充')
  if (company.creditCode !== fields.creditCode) throw refuse.field('creditCode', '与所选公司登记的统一社会信用代码不一致')
}

function may(_who: Principal, row: Row, verb: string): true | string {
  if (verb === 'update') return row.certifyStatus === 'pending' || row.certifyStatus === 'rejected' || '已认证或已注销的申请不能修改'
  return true
}

const runtime = mountResource(contract, {
  table: 'enterprise_user',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { where: repository.holding },
  order: { field: 'updateTime', direction: 'desc' },
  handover: { label: '待审核的企业用户', order: 64, open: ['pending', 'rejected'], settled: ['certified'], name: 'applicantName' },
  nameOf: (row) => `${row.applicantName}（${row.companyName}）`,
  constraints: { enterprise_user_open_unique: () => refuse.field('mobile', '该手机号码在这家公司已有待审核或已认证的申请') },
  todos: [{ status: 'pending', label: '待审核企业用户', permit: 'director:enterprise:audit' }],
  may,
  before: {
    insert: (action, fields) => validateFields(action, fields),
    update: (action, row, fields) => validateFields(action, { ...row, ...fields }),
    change: async (action, row, step) => {
      if (step.verb === 'submit' || step.verb === 'certify') await validateFields(action, row)
    },
  },
  after: {
    // A cancelled certification leaves the contact: whether they still serve is the company's matter. The login acts for the company no more.
    change: async (action, row, step, reason) => {
      if (step.verb === 'certify') {
        await settleContact(action, row, `企业用户认证：${row.applicantName}`)
        await linkAccount(action, certifiedBy(row))
      }
      if (step.verb === 'cancel') await endLinks(action, { source: 'enterpriseUser', sourceId: row.enterpriseId }, reason ?? step.label)
    },
  },
})

endWithOffice(() => runtime.runtime)

/** Rows that the page of a company shows. */
const SHOWN = 6

addCompanyPart({
  key: 'enterpriseUsers',
  title: '企业用户',
  order: 65,
  permit: 'director:enterprise:read',
  async read(db, principal, companyId) {
    const people = await repository.actingFor(db, principal, runtime.runtime.entity, companyId, SHOWN)
    if (people.length === 0) return null
    const left = (title: string) => ({ title, align: 'left' as const })
    return {
      link: viewLink('member/EnterpriseUserAudit', { companyId }),
      facts: [],
      columns: [left('申请人'), left('职务类别'), left('认证状态')],
      rows: people.map((p) => [p.name, postType.labels[p.post as 'liaison'], certifyStatus.labels[p.status as 'pending']]),
      total: Number(people[0]?.total ?? 0),
    }
  },
})

/** People who act for a company before the association. */
export const enterpriseUser = { ...runtime, seeds: [enterpriseMenu, earlierLinks, enterpriseDemo] }

import { labelOf } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import type { ResponseOf } from '@assoc/contract'
import { Descriptions, textOf, Typography } from '@assoc/ui'
import { sharesText } from '../lib/shares'
import { industryText } from './industry'

type Company = ResponseOf<typeof companyResource.read>

const FACTS = [
  'companyName',
  'nameState',
  'formerNames',
  'shortName',
  'companyType',
  'stockCode',
  'stockCodeB',
  'oldStockCode',
  'board',
  'exchange',
  'listDate',
  'totalShares',
] as const
const REGISTER = ['creditCode', 'jurisdiction', 'csrcIndustry', 'swIndustry', 'controllerType', 'regAddress'] as const
const CONTACT = ['legalRep', 'companyPhone', 'companyEmail', 'deptName', 'officeAddress', 'createTime', 'updateTime', 'remark'] as const
const WIDE: ReadonlySet<string> = new Set(['companyName', 'formerNames', 'csrcIndustry', 'regAddress', 'companyEmail', 'officeAddress', 'deptName', 'remark'])

/** Fields that are not shown as they are stored. */
const SHOWN_SO: Partial<Record<string, (company: Company) => string>> = {
  totalShares: (c) => sharesText(c.totalShares),
  formerNames: (c) => textOf(companyResource.row, 'formerNames', c.formerNames?.replaceAll('\n', '、') ?? null),
  csrcIndustry: (c) => industryText(c.csrcIndustry, c.csrcIndustryName),
  swIndustry: (c) => industryText(c.swIndustry, c.swIndustryName),
}

/** All that is written down of a company, in its three groups. */
export const CompanyFacts = ({ company }: { company: Company }) => (
  <>
    <Facts title="上市信息" company={company} fields={FACTS} />
    <Facts title="登记信息" company={company} fields={REGISTER} />
    <Facts title="联系与经办" company={company} fields={CONTACT} />
  </>
)

/** Title of a group. */
export const Heading = ({ children }: { children: string }) => (
  <Typography.Title level={3} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 12px' }}>
    {children}
  </Typography.Title>
)

function Facts({ title, company, fields }: { title: string; company: Company; fields: readonly (keyof Company & string)[] }) {
  return (
    <section aria-label={title}>
      <Heading>{title}</Heading>
      <Descriptions
        bordered
        size="small"
        column={2}
        styles={{ label: { width: 150 }, content: { width: 206, overflowWrap: 'anywhere' } }}
        items={fields.map((field) => ({
          key: field,
          label: labelOf(companyResource.row, field),
          span: WIDE.has(field) ? 2 : 1,
          children: (SHOWN_SO[field] ?? ((c: Company) => textOf(companyResource.row, field, c[field])))(company),
        }))}
      />
    </section>
  )
}

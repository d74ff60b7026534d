import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { id, optionalText, ref, withMeta } from '../core/fields'
import { companyLookup } from '../member/lookups'
import { jurisdiction } from '../member/jurisdiction'
import { declareStatus } from './declaration-status'
import { declaration as permit } from './permits'
import { evalTarget, schemeStatus } from './scheme'

/** Whom a scheme asks to declare and who has not begun, or has taken it back. */
export const undeclared = {
  personId: id().nullable(),
  companyId: id(),
  name: withMeta(z.string(), { label: '申报人' }),
  companyName: withMeta(z.string(), { label: '公司简称' }),
  stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
  jurisdiction: withMeta(jurisdiction.schema.nullable(), { label: '辖区', options: jurisdiction.labels }),
} as const

export const selectUndeclaredByPage = call({
  path: '/expert/declaration/selectUndeclaredByPage',
  title: '查询未开始申报的名单',
  access: permit('declare:manage'),
  // No ref: schemes lie in the data scope of another module; the server keeps to that of declarations.
  request: pageQuery({ schemeId: id('评价方案'), keyword: optionalText('姓名、公司名称或代码', 50) }, ['name']),
  response: pageOf(z.object(undeclared)),
})

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })

/** How the declarations of a scheme stand, of one company where it is named; within the caller's data scope. */
export const selectSchemeProgress = call({
  path: '/expert/declaration/selectSchemeProgress',
  title: '查看方案申报进度',
  access: permit('declare:read'),
  request: body({ schemeId: id('评价方案'), companyId: ref('公司', companyLookup).nullish() }),
  response: z.object({
    schemeId: id(),
    schemeName: z.string(),
    evalTarget: evalTarget.schema,
    schemeStatus: schemeStatus.schema,
    schemeYear: z.number().int(),
    periodStart: z.string(),
    periodEnd: z.string(),
    applyStart: z.string(),
    applyEnd: z.string(),
    companyName: z.string().nullable(),
    /** Whom the scheme asks, within the data scope; those among them who have begun. */
    asked: count('应申报'),
    begun: count('已开始'),
    states: z.array(z.object({ declareStatus: declareStatus.schema, n: z.number().int() })),
    jurisdictions: z.array(z.object({ jurisdiction: jurisdiction.schema.nullable(), n: z.number().int(), submitted: z.number().int(), passed: z.number().int() })),
  }),
})

import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { choice, choiceField, optionalText, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { industryScheme } from './industry-code'
import { member } from './permits'

export { CODE_OF_SCHEME, industryScheme, selectIndustries } from './industry-code'

const access = { read: member('industry:read'), insert: member('industry:update'), update: member('industry:update'), remove: member('industry:update'), export: member('industry:read'), import: member('industry:update') }

/** An industry of a classification (domain A17, table A-c). */
export const industry = resource({
  name: 'industry',
  label: '行业',
  base: '/member/industry',
  id: 'industryId',
  fields: {
    scheme: choiceField(industryScheme),
    industryCode: withMeta(z.string({ error: '请填写行业代码' }).trim().toUpperCase().min(1, '请填写行业代码').max(8, '行业代码不能超过 8 个字'), { label: '行业代码', alsoCalled: ['代码', '行业编码'] }),
    industryName: withMeta(text('行业名称', 50), { alsoCalled: ['行业', '名称'] }),
    parentCode: orEmpty(withMeta(z.string().trim().toUpperCase().max(8, '上级代码不能超过 8 个字'), { label: '上级代码', alsoCalled: ['父级代码', '上级行业代码'] })),
    remark: optionalText('备注', 200),
  },
  more: { companyCount: withMeta(z.number().int(), { label: '公司数', show: 'count' }) },
  filters: { keyword: optionalText('行业代码或名称', 50), scheme: industryScheme.schema.optional(), parentCode: optionalText('上级代码', 8) },
  view: 'member/IndustryDict',
  facts: ['scheme', 'industryCode', 'parentCode', 'companyCount'],
  sortable: ['industryCode', 'industryName'],
  access,
})

export const valueType = choice('数据类型', { number: '数值', percent: '百分比', text: '文本', flag: '是否' })

const update = 'member:industry:update'
export const indicatorStatus = statusMachine('启用状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: update, danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: update },
])

/** A figure that companies report. Weights of those below one parent add up to 100; the sum is told beside each. */
export const indicator = resource({
  name: 'indicator',
  label: '指标',
  base: '/member/indicator',
  id: 'indicatorId',
  fields: {
    indicatorCode: withMeta(z.string({ error: '请填写指标代码' }).trim().toUpperCase().regex(/^[A-Z]{2}\d{2}(\d{2}){0,8}$/, '指标代码形如 ZB01 或 ZB0101'), { label: '指标代码', alsoCalled: ['代码', '指标编码'] }),
    indicatorName: withMeta(text('指标名称', 100), { alsoCalled: ['指标', '名称'] }),
    unit: withMeta(optionalText('计量单位', 10), { alsoCalled: ['单位'] }),
    valueType: choiceField(valueType),
    /** Percent with up to two decimals, as text. */
    weight: orEmpty(withMeta(z.string().trim().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, '权重须为 0 至 100，最多两位小数'), { label: '权重（%）', importAs: '权重', decimal: true })),
    remark: optionalText('备注', 200),
  },
  more: { siblingWeight: withMeta(z.string(), { label: '同级权重合计（%）', decimal: true }) },
  filters: { keyword: optionalText('指标代码或名称', 50), valueType: valueType.schema.optional(), indicatorStatus: indicatorStatus.schema.optional() },
  view: 'member/IndicatorDict',
  facts: ['indicatorCode', 'unit', 'valueType', 'weight'],
  sortable: ['indicatorCode', 'indicatorName'],
  access,
  status: { field: 'indicatorStatus', machine: indicatorStatus },
})

/** Indicators in use by their codes, for forms that ask for their values. One that has others below it is a heading. */
export const selectIndicatorsInUse = call({
  path: '/member/indicator/selectIndicatorsInUse',
  title: '查询指标选项',
  access: signedIn,
  request: body({}),
  response: z.array(z.object({ indicatorCode: z.string(), indicatorName: z.string(), unit: z.string().nullable(), valueType: choiceField(valueType), heading: z.boolean() })),
})

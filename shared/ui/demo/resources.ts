import { address, agrees, choice, choiceField, computed, date, fallback, files, flag, id, instant, int, lines, offered, onlyWhen, optionalText, pastInstant, permits, ref, resource, statusMachine, sumOf, text, time, withMeta, yuanFen, type PermitCode, type Tone } from '@assoc/contract'
import { person } from '@assoc/contract/rbac/lookups'
import { richText } from '@assoc/contract/core/rich-text'
import { z } from 'zod'

// Invented resources of this page alone; none of them is the product's.

const demo = permits('demo', '演示', { 'tea:read': '查看茶样', 'tea:update': '维护茶样' })
export const DEMO_PERMITS = [...demo.permits.map(({ code }) => code), 'rbac:audit:read', 'rbac:user:read']
// The demo's own permit, which no area of the contract has.
const permit = 'demo:tea:update' as PermitCode

export const teaKind = choice('茶类', { green: '绿茶', oolong: '乌龙茶', black: '红茶', white: '白茶', dark: '黑茶' }, { green: 'green', oolong: 'amber', black: 'red', white: 'grey', dark: 'violet' })

export const teaStatus = statusMachine('状态', { draft: ['草稿', 'grey'], reviewing: ['待审', 'amber'], onSale: ['在售', 'green'], retired: ['停售', 'red'] }, [
  { from: ['draft'], to: 'reviewing', verb: 'submit', label: '提交', permit },
  { from: ['reviewing'], to: 'onSale', verb: 'approve', label: '通过', permit },
  { from: ['reviewing'], to: 'draft', verb: 'sendBack', label: '退回', permit, reason: 'required', danger: true },
  { from: ['onSale'], to: 'retired', verb: 'retire', label: '停售', permit, reason: 'required', danger: true },
  { from: ['retired'], to: 'onSale', verb: 'restore', label: '恢复销售', permit, reason: 'optional' },
])

const teaFields = {
  teaName: text('茶样名称', 30),
  teaKind: choiceField(teaKind),
  origin: text('产地', 40),
  price: int('单价（元）', 1, 99_999),
  stock: int('库存', 0, 99_999),
  pickedDate: date('采摘日期'),
  organic: flag('有机认证'),
  remark: optionalText('备注', 500),
}
const access = { read: demo('tea:read'), insert: demo('tea:update'), update: demo('tea:update'), remove: demo('tea:update') }

/** Samples of tea: every action that a resource can have. */
export const tea = resource({
  name: 'tea',
  label: '茶样',
  base: '/demo/tea',
  id: 'teaId',
  fields: teaFields,
  more: { updateTime: instant('更新时间') },
  filters: {
    keyword: optionalText('关键字', 30),
    teaKind: teaKind.schema.optional(),
    teaStatus: teaStatus.schema.optional(),
    pickedDateFrom: date('采摘日期起').optional(),
    pickedDateTo: date('采摘日期止').optional(),
  },
  sortable: ['teaName', 'price', 'stock', 'pickedDate', 'updateTime'],
  access: { ...access, export: demo('tea:read'), import: demo('tea:update') },
  status: { field: 'teaStatus', machine: teaStatus },
})

/** Notes of a tasting: a list within what shows a sample. */
export const tasting = resource({
  name: 'tasting',
  label: '品鉴记录',
  base: '/demo/tasting',
  id: 'tastingId',
  fields: { teaId: ref('茶样', 'tea'), taster: text('品鉴人', 20), score: int('评分', 0, 100), comment: optionalText('评语', 200) },
  filters: { teaId: ref('茶样', 'tea').optional() },
  sortable: ['taster', 'score'],
  access,
})

export const delivery = choice('配送', { express: '快递', pickup: '自取' })
export const packing = choice('包装', { box: '礼盒', tin: '铁罐', bulk: '散装' })

/** Orders of samples: fields with structure, and rules between them that the contract says. */
export const order = resource({
  name: 'teaOrder',
  label: '茶样订单',
  base: '/demo/order',
  id: 'orderId',
  fields: {
    delivery: choiceField(delivery),
    packing: offered(choiceField(packing), (values) => (values['delivery'] === 'express' ? ['box', 'tin'] : ['box', 'tin', 'bulk'])),
    orderTitle: fallback(text('订单名称', 30), (values) => (values['delivery'] === 'pickup' ? '门店自取订单' : values['delivery'] === 'express' ? '快递订单' : undefined)),
    buyerId: person('采购人', 'user'),
    confirmedTime: pastInstant('确认时间').nullish(),
    place: optionalText('仓位', 20),
    openFrom: time('收货时段起', 30),
    openTo: agrees(time('收货时段止', 30), (to, values) => (typeof values['openFrom'] === 'string' && String(to) <= values['openFrom'] ? '结束须晚于开始' : null)),
    sendTo: onlyWhen(address('收货地址', 100), 'delivery', ['express'], true),
    items: lines('明细', { itemName: text('品名', 20), count: int('数量', 1, 999), price: yuanFen('单价（元）'), amount: computed(yuanFen('金额（元）'), (row) => (Number(row['count']) || 0) * (Number(row['price']) || 0)) }, { least: 1, max: 20, sum: ['count', 'amount'] }),
    total: computed(yuanFen('合计（元）', 1), sumOf('items', 'amount')),
    note: richText('说明', 500).nullish(),
  },
  more: { buyerName: withMeta(z.string().nullable(), { label: '采购人' }) },
  filters: { keyword: optionalText('关键字', 30), delivery: delivery.schema.optional() },
  sortable: ['orderTitle', 'total'],
  access: { ...access, export: demo('tea:read') },
})

/** A list that is answered as its name says; see sections/states. */
export const stateList = <K extends string>(kind: K) =>
  resource({
    name: kind,
    label: '茶样',
    base: `/demo/${kind}`,
    id: 'teaId',
    fields: { teaName: teaFields.teaName, origin: teaFields.origin },
    filters: { keyword: optionalText('关键字', 30) },
    sortable: ['teaName'],
    access: { read: demo('tea:read') },
  })

/** One field of each kind. */
export const everyKind = z.strictObject({
  plain: text('单行文本', 20),
  number: int('数字', 1, 100),
  cost: yuanFen('采样费（元）').nullish(),
  papers: files('检测报告', { exts: ['pdf', 'png'], maxMb: 1, max: 3 }).optional(),
  day: date('日期'),
  one: choiceField(teaKind, '单选'),
  many: withMeta(z.array(teaKind.schema).min(1, '请至少选择一项'), { label: '多选' }),
  checks: withMeta(z.array(teaKind.schema), { label: '勾选' }),
  place: id('树形'),
  sample: id('远程查找').nullish(),
  mobile: optionalText('个人信息', 20),
  active: flag('开关'),
  fixed: optionalText('不可修改', 20),
  own: withMeta(z.string().nullish(), { label: '自定义控件' }),
  long: optionalText('多行文本', 500),
})

const many = Array.from({ length: 40 }, (_, i) => `item${String(i + 1).padStart(2, '0')}`)
/** Names of the long form's fields; the fifth of each five is a choice, the fourth a number, the others are text. */
export const MANY = many.map((name, i) => ({ name, kind: i % 5 === 4 ? ('select' as const) : i % 5 === 3 ? ('number' as const) : ('text' as const) }))
export const manyFields = z.strictObject(
  Object.fromEntries(
    MANY.map(({ name, kind }, i) => {
      const label = `检测项 ${String(i + 1).padStart(2, '0')}`
      return [name, kind === 'select' ? choiceField(teaKind, label).nullish() : kind === 'number' ? int(label, 0, 9999).nullish() : i === 0 ? text(label, 60) : optionalText(label, 60)]
    }),
  ) as Record<string, z.ZodType>,
)

/** A status for each tone that there is. */
export const tones: { labels: Record<string, string>; tones: Record<string, Tone> } = {
  labels: { grey: '未开始', amber: '待处理', blue: '进行中', green: '已完成', red: '已拒绝', violet: '需留意', teal: '已发出' },
  tones: { grey: 'grey', amber: 'amber', blue: 'blue', green: 'green', red: 'red', violet: 'violet', teal: 'teal' },
}

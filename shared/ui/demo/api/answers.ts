import { CODE, call, done, signedIn, type Call } from '@assoc/contract'
import { richOf } from '@assoc/contract/core/rich-text'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { everyKind, manyFields, order, stateList, tasting, tea, teaKind, teaStatus } from '../resources'
import { NoNetwork, Refusal, answer, installAdapter } from './adapter'
import { seedDraft, servePlatform } from './platform'
import { serveResource, type Row, type Rules } from './resource'

const PLACES = ['杭州西湖', '武夷山', '安溪', '福鼎', '祁门', '普洱', '安化', '黄山']
const NAMES = ['龙井', '大红袍', '铁观音', '白毫银针', '祁红', '熟普', '黑砖', '毛峰']

/** Samples of tea, the same ones at every load. */
export const makeTeas = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    teaId: String(i + 1),
    teaName: `${NAMES[i % 8]} ${String(i + 1).padStart(3, '0')}`,
    teaKind: teaKind.keys[(i * 3) % 5],
    origin: PLACES[i % 8],
    price: 60 + ((i * 37) % 900),
    stock: (i * 53) % 400,
    pickedDate: `2026-${String(1 + (i % 9)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
    organic: i % 3 === 0,
    remark: i % 4 === 0 ? '样品已封存，开封后请在七日内完成品鉴。' : null,
    updateTime: new Date(Date.UTC(2026, 8, 1 + (i % 28), i % 24)).toISOString(),
    teaStatus: teaStatus.options[(i * 7) % 4]?.value,
    version: 1,
  }))

// Rows whose number ends in 7 are held up once, those in 3 always.
const tried = new Set<string>()
const hinder: Rules['hinder'] = (verb, row) => {
  const id = String(row['teaId'])
  if (id.endsWith('3')) return verb === 'delete' ? '仍有品鉴记录，不能删除' : '库存正在盘点，不能变更状态'
  if (!id.endsWith('7') || tried.has(id)) return null
  tried.add(id)
  return '其他人正在处理，请稍后重试'
}
const refuse: Rules['refuse'] = (values, rows, own) => [
  ...(rows.some((row) => row['teaName'] === values['teaName'] && row['teaId'] !== own) ? [{ path: 'teaName', message: '该茶样名称已被使用' }] : []),
  ...(values['teaKind'] === 'green' && Number(values['price']) > 5000 ? [{ path: 'price', message: '绿茶的单价不能超过 5000 元' }] : []),
]

export const STATES = {
  empty: stateList('empty'),
  noMatch: stateList('noMatch'),
  loading: stateList('loading'),
  network: stateList('network'),
  fault: stateList('fault'),
  forbidden: stateList('forbidden'),
  later: stateList('later'),
}

const signed = (path: `/${string}`, title: string, request: Call['request']) => call({ path, title, access: signedIn, write: true, request, response: done })
export const saveEveryKind = signed('/demo/form/saveEveryKind', '保存表单', everyKind)
export const saveManyFields = signed('/demo/form/saveManyFields', '保存长表单', manyFields)

/** Another person's change of a sample, made just before theirs is sent. */
export function changeBehind(row: Row): void {
  Object.assign(row, { origin: '武夷山桐木关', price: Number(row['price']) + 40, version: row.version + 1 })
}

let teas: Row[] = []
/** The stored sample of an id. */
export const storedTea = (id: string): Row => teas.find((row) => row['teaId'] === id) as Row

/** Connects the page's HTTP client to answers made in this page; no request leaves it. */
export function installAnswers(): void {
  installAdapter()
  servePlatform()
  teas = serveResource(tea, makeTeas(500), { search: ['teaName', 'origin'], refuse, hinder })
  serveResource(
    tasting,
    Array.from({ length: 24 }, (_, i) => ({ tastingId: String(i + 1), teaId: String(1 + (i % 6)), taster: `品鉴师${i + 1}`, score: 70 + ((i * 7) % 30), comment: i % 2 === 0 ? '汤色清亮，回甘明显。' : null, version: 1 })),
    { search: ['taster'] },
  )
  serveResource(
    order,
    Array.from({ length: 8 }, (_, i) => {
      const items = Array.from({ length: 1 + (i % 3) }, (_item, k) => ({ itemName: `${NAMES[(i + k) % 8]}`, count: 2 + k, price: 5800 + k * 1200, amount: (2 + k) * (5800 + k * 1200) }))
      const express = i % 2 === 0
      return { orderId: String(i + 1), delivery: express ? 'express' : 'pickup', packing: 'box', orderTitle: `${express ? '快递' : '门店自取'}订单 ${i + 1}`, buyerId: '1', buyerName: '沈青禾', confirmedTime: new Date(Date.UTC(2026, 8, 2 + i, 2, 30)).toISOString(), place: ['A', 'A1', 'B1'][i % 3], openFrom: '09:00', openTo: '17:30', sendTo: express ? '浙江省杭州市西湖区示例路 1 号' : null, items, total: items.reduce((sum, one) => sum + one.amount, 0), note: i % 3 === 0 ? richOf('轻拿轻放，避免日晒。') : null, version: 1 }
    }),
    { search: ['orderTitle'] },
  )
  answer(queryAllUsersBySystem, () => ({ items: [{ userId: '1', realName: '沈青禾', loginName: 'shenqinghe' }, { userId: '2', realName: '陆明川', loginName: 'lumingchuan' }], total: 2 }))
  answer(saveEveryKind, () => undefined)
  answer(saveManyFields, () => undefined)
  seedDraft('kit/Draft', { taster: '沈青禾', score: 88, comment: '上次写到一半的评语。' })
  answerStates()
}

function answerStates(): void {
  const none = { items: [], total: 0 }
  answer(STATES.empty.list, () => none)
  answer(STATES.noMatch.list, () => none)
  answer(STATES.loading.list, () => new Promise(() => undefined))
  answer(STATES.network.list, () => {
    throw new NoNetwork('offline')
  })
  answer(STATES.fault.list, () => {
    throw new Refusal(CODE.fault, '系统繁忙，请稍后重试', { requestId: '7f3c1e90-demo' })
  })
  answer(STATES.forbidden.list, () => {
    throw new Refusal(CODE.forbidden, '您没有此操作的权限')
  })
  let asked = 0
  answer(STATES.later.list, () => {
    asked += 1
    if (asked > 1) throw new NoNetwork('offline')
    return { items: makeTeas(2).map(({ teaId, teaName, origin, version }) => ({ teaId, teaName, origin, version, abilities: [] })), total: 2 }
  })
}

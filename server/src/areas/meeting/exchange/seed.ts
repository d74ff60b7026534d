import { dayAfter, today } from '@assoc/contract/core/day'
import type { exchangeType } from '@assoc/contract/meeting/exchange'
import type { Db } from '../../../platform/database/database'
import { staff } from '../../../platform/identity/people'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import { applyDemo, insertDemoExchange } from './demo.repository'
import type { ExchangeStatus } from './tables'

const MENU: MenuSeed[] = [
  { menuId: 2300, parentId: 0, menuName: '学习交流', menuPath: '/studyExchange', icon: 'shop', sortNo: 23 },
  { menuId: 2301, parentId: 2300, menuName: '交流活动', menuPath: '/studyExchange/exchangeList', menuLink: 'meeting/ExchangeList', sortNo: 1 },
  { menuId: 2302, parentId: 2300, menuName: '交流报名', menuPath: '/studyExchange/exchangeApply', menuLink: 'meeting/ExchangeApply', sortNo: 2 },
]

export const exchangeMenu: Seed = {
  name: 'meeting.exchange.menu',
  order: 34,
  async run(db: Db) {
    await seedMenus(db, MENU, ['MEET_OP', 'LEADER', 'COMPANY_USER', 'PERSON'])
    await grantRole(db, 'MEET_OP', ['exchange:'], { exchange: 'all' })
    await grantRole(db, 'LEADER', ['exchange:exchange:read', 'exchange:exchange:approve', 'exchange:apply:read', 'exchange:mine:'], { exchange: 'all' })
    await grantRole(db, 'COMPANY_USER', ['exchange:mine:', 'exchange:apply:read', 'exchange:apply:update'], { exchange: 'linked' })
    await grantRole(db, 'PERSON', ['exchange:mine:', 'exchange:apply:read', 'exchange:apply:update'], { exchange: 'self' })
  },
}

type Type = keyof (typeof exchangeType)['labels']

// Name, type, host, place, days from now, how long, places, people who apply, 分 a person, hours.
type Plan = [name: string, type: Type, host: string, place: string, day: number, days: number, quota: number, people: number, fee: number, hours: number, status?: ExchangeStatus]

const AHEAD: Plan[] = [
  ['走进镜花生物', 'visit', '镜花生物', '乌有市高新区', 16, 1, 40, 34, 0, 4],
  ['走进子虚电子智能工厂', 'visit', '子虚电子', '子虚市开发区', 28, 1, 30, 18, 0, 4],
  ['独董午餐沙龙（冬季）', 'salon', '子虚省上市公司协会', '子虚大厦 5 层', 9, 1, 15, 14, 0, 2],
  ['粤港澳治理考察', 'domestic', '子虚省上市公司协会', '广东、香港', 45, 4, 20, 0, 380_000, 12, 'draft'],
  ['北欧公司治理考察', 'abroad', '子虚省上市公司协会', '北欧三国', 75, 9, 18, 0, 2_600_000, 24, 'pending'],
]
const HOSTS = ['镜花生物', '子虚电子', '乌有新材', '水月食品', '太虚装备']
const MONTHS = 33

/** Three years of what has been: a visit or salon a month, a tour every half year. */
const past: Plan[] = Array.from({ length: MONTHS }, (_, i): Plan => {
  const back = -12 - i * 32
  const host = HOSTS[i % HOSTS.length] ?? ''
  const month = `${today(new Date(Date.now() + back * 86_400_000)).slice(0, 7).replace('-', '年')}月`
  if (i % 6 === 5) return [`公司治理境内考察（${month}）`, 'domestic', '子虚省上市公司协会', '浙江、江苏', back, 3, 24, 26, 280_000, 8]
  if (i % 3 === 2) return [`独董午餐沙龙（${month}）`, 'salon', '子虚省上市公司协会', '子虚大厦 5 层', back, 1, 15, 16, 0, 2]
  return [`走进${host}（${month}）`, 'visit', host, `${host}总部`, back, 1, 40, 36, 0, 4]
})

async function seedDemo(db: Db): Promise<void> {
  const people = await staff(db, 12)
  const maker = people.find((p) => p.dept_id)
  const second = people.find((p) => p.user_id !== maker?.user_id)
  if (!maker || !second) return
  for (const [exchange_name, exchange_type, host_unit, place, day, days, quota, count, fee_amount, credit_hours, given] of [...past, ...AHEAD]) {
    const over = day < 0
    const start = dayAfter(today(), day)
    const status: ExchangeStatus = given ?? (over ? (day < -40 ? 'summarized' : 'ended') : 'open')
    const made = new Date(Date.now() + (day - 30) * 86_400_000)
    const exchangeId = await insertDemoExchange(db, {
      exchange_name,
      exchange_type,
      host_unit,
      place,
      start_date: start,
      end_date: dayAfter(start, days - 1),
      apply_end: over || given ? null : new Date(Date.now() + (day - 3) * 86_400_000),
      quota,
      per_company_limit: exchange_type === 'visit' ? 2 : 1,
      fee_amount,
      credit_hours,
      contact_name: '石会务',
      contact_phone: '010-60000021',
      intro: exchange_type === 'visit' ? `参观${host_unit}的生产与研发，与管理层座谈。` : null,
      exchange_status: status,
      dept_id: maker.dept_id,
      create_by: maker.user_id,
      acted_by: [`write:${maker.user_id}`, ...(status === 'draft' ? [] : [`submit:${maker.user_id}`]), ...(given ? [] : [`approve:${second.user_id}`])],
      create_time: made,
      update_time: over ? new Date(Date.now() + day * 86_400_000) : made,
    })
    if (count > 0) await applyDemo(db, exchangeId, { count, over, by: maker.user_id })
  }
}

export const demoExchanges: Seed = { name: 'meeting.exchange.demo', order: 49, demo: true, run: seedDemo }

import { richOf } from '@assoc/contract/core/rich-text'
import type { Db } from '../../platform/database/database'
import type { Seed } from '../../platform/seed'
import { memberService } from '../member/api'
import { deptsNamed, insertMessages, insertOptOuts, type DemoMessage } from './demo.repository'

const SMS_TEXTS = [
  '会员大会定于下月召开，会议材料已发送至您的邮箱，请查收。',
  '请于本周五前报送会员基本信息，如已报送请忽略。',
  '本年度会费缴纳工作已开始，账单已发送至联络员邮箱，请尽快办理缴费手续。缴费后如需开具票据，请在会费系统中提交开票信息，并注明会员编号与公司名称，以便核对。',
  '因系统维护，会员服务系统将于周六八时至十二时暂停使用。',
]
const SMS_ADVERT = '董事会秘书后续培训班开始报名，名额有限，详情见协会网站。拒收请回复R'
const UNREGISTERED = '节日问候'
const SMS_NAMES = ['大会材料通知', '基本信息报送通知', '会费缴纳通知', '系统停用通知']
const TEMPLATES: [channel: 'sms' | 'mail', name: string, subject: string | null, content: string][] = [
  ['sms', '会费缴纳提醒', null, '${姓名}您好，${公司简称}（会员编号${会员编号}）尚有会费${待缴金额}元待缴，请于月底前缴纳。'],
  ['sms', '会员大会通知', null, '${姓名}您好，年度会员大会定于下月召开，会议材料已发送至您的邮箱，请查收。'],
  ['sms', '信息报送提醒', null, '请${公司简称}于本周五前报送会员基本信息，如已报送请忽略。'],
  ['sms', '培训班推广', null, '董事会秘书后续培训班开始报名，名额有限。拒收请回复R'],
  ...SMS_TEXTS.map((text, n): ['sms', string, null, string] => ['sms', SMS_NAMES[n] ?? '', null, text]),
  ['sms', '后续培训推广', null, SMS_ADVERT],
  // The provider has not registered this one yet: it cannot be chosen.
  ['sms', UNREGISTERED, null, '值此佳节，向贵公司全体同仁致以诚挚问候。'],
  ['mail', '年度会费通知', '${公司简称}年度会费缴纳通知', '${姓名}您好：\n\n贵公司（会员编号${会员编号}）会费尚有${待缴金额}元待缴，请于月底前缴纳。\n\n会员服务部'],
  ['mail', '会员简报', '会员服务简报', '${姓名}您好：\n\n本期简报已发布，主要内容为近期监管动态与会员服务安排。\n\n会员服务部'],
  ['mail', '培训推荐', '（广告）后续培训班推荐', '${姓名}您好：\n\n新一期后续培训班开始报名，欢迎参加。'],
]
const QUOTAS: [dept: string, sign: string, parts: number][] = [
  ['会员服务部', '示例协会', 20_000],
  ['会议培训部', '示例协会培训', 8_000],
]
const MAIL_TEXTS: [subject: string, content: string][] = [
  ['会员服务简报', '本期简报已发布，主要内容为近期监管动态与会员服务安排，请登录会员服务系统查阅。'],
  ['年度会员大会会议通知', '年度会员大会定于下月召开，请会员代表准时参加，并于本周内反馈参会回执。'],
  ['会费票据领取通知', '贵公司本年度会费票据已开具，请联络员登录会员服务系统下载。'],
]
const MAIL_ADVERT: [subject: string, content: string] = ['（广告）董事会秘书后续培训班报名', '新一期董事会秘书后续培训班开始报名，名额有限，欢迎参加。']
const FINISHED = 40
/** Recipients of the message n; forty of them come to somewhat more than six thousand. */
const recipientsOf = (n: number): number => 110 + ((n * 37) % 85)

type Maker = { deptId: string | null; userId: string | null }

function demoMessages(makers: readonly Maker[]): DemoMessage[] {
  const of = (n: number, status: string, daysAgo: number, recipients: number, promotion = false): DemoMessage => {
    const maker = makers[Math.floor(n / 2) % makers.length] ?? { deptId: null, userId: null }
    const sms = n % 2 === 0
    const [subject, content] = (promotion ? MAIL_ADVERT : MAIL_TEXTS[n % MAIL_TEXTS.length]) ?? ['', '']
    const text = (promotion ? SMS_ADVERT : SMS_TEXTS[(n / 2) % SMS_TEXTS.length]) ?? ''
    return {
      channel: sms ? 'sms' : 'mail',
      msgKind: promotion ? 'promotion' : 'notice',
      subject: sms ? '' : subject,
      content: sms ? text : content,
      status,
      daysAgo,
      recipients,
      signName: sms ? '示例协会' : null,
      ...maker,
    }
  }
  const finished = Array.from({ length: FINISHED }, (_, n) => of(n, n % 3 === 0 ? 'partly' : 'done', 8 + n * 5, recipientsOf(n), n % 7 === 4))
  return [...finished, of(40, 'approval', 1, 220), of(41, 'approval', 2, 230, true), of(42, 'refused', 3, 0, true), of(43, 'draft', 4, 0), of(44, 'draft', 5, 0)]
}

async function run(db: Db): Promise<void> {
  const { deptId, clerkIds } = await memberService(db)
  await db
    .insertInto('message_template')
    .values(TEMPLATES.map(([channel, template_name, subject, template_content], n) => ({ channel, template_name, subject, template_content, rich_content: channel === 'mail' ? JSON.stringify(richOf(template_content)) : null, provider_code: channel === 'sms' && template_name !== UNREGISTERED ? `SMS_2026${String(n + 1).padStart(4, '0')}` : null, remark: null, create_by: clerkIds[0] ?? null })))
    .execute()
  const depts = await deptsNamed(db, QUOTAS.map(([name]) => name))
  const quotas = QUOTAS.flatMap(([name, sign_name, monthly_parts]) => (depts.has(name) ? [{ dept_id: depts.get(name) ?? '', sign_name, monthly_parts, remark: null }] : []))
  if (quotas.length > 0) await db.insertInto('sms_quota').values(quotas).execute()
  await insertOptOuts(db, 24)
  await insertMessages(db, demoMessages(clerkIds.length > 0 ? clerkIds.map((userId) => ({ deptId, userId })) : [{ deptId, userId: null }]))
}

/** Templates, quotas, opt-outs, and messages of the last months with what became of each recipient. */
export const demoMessagesSeed: Seed = { name: 'member.message.demo', order: 65, demo: true, run }

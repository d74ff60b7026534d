import { timingSafeEqual } from 'node:crypto'
import { dayOf } from '@assoc/contract/core/day'
import { CERTIFICATE_CHECK } from '@assoc/contract/meeting/certificate'
import type { FastifyInstance } from 'fastify'
import { countTry, networkOf, refuseWhileShut, type Limit } from '../../../platform/auth/throttle'
import { Refusal } from '../../../platform/errors'
import { escaped, publicPage, sendPage, sendRefusal } from '../../../platform/http/public-page'
import type { Platform } from '../../../platform/platform'
import { byNumber } from './repository'

// The page on which anybody checks a certificate that they were handed: by its number and its code, without a script.

/** Wrong ones of a network; a right one counts nowhere. */
const LIMIT: Limit = { max: 20, windowSeconds: 600 }
const wait = (seconds: number) => `查验失败次数过多，请在 ${seconds} 秒后重试`

const field = (name: string, label: string, value: string) => `<p><label>${label}<br><input name="${name}" value="${escaped(value)}" required maxlength="32" autocomplete="off"></label></p>`
const form = (no: string) => `<form method="get" action="${CERTIFICATE_CHECK}">${field('no', '证明编号', no)}${field('code', '查验码', '')}<button type="submit">查验</button></form>`

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
const typed = (text: unknown): string => (typeof text === 'string' ? text.slice(0, 32).toUpperCase().replace(/\s/g, '') : '')

/** The page for a number and a code; null where there is no such certificate. */
export async function checkPage({ db }: Pick<Platform, 'db'>, no: string, code: string): Promise<string | null> {
  const found = await byNumber(db, no)
  if (!found || !same(found.checkCode, code)) return null
  const lines = [['编号', found.certNo], ['姓名', found.holderName], ['单位', found.holderUnit ?? '—'], ['年度', String(found.certYear)], ['内容', found.title], ['学时', String(found.hours)], ['发证日期', dayOf(found.createTime)]]
  const body = lines.map(([label = '', value = '']) => `<p>${label}：<b>${escaped(value)}</b></p>`).join('')
  return publicPage(found.status === 'issued' ? '证明有效' : '证明已撤销', found.status === 'issued' ? '此学时证明由本协会发放，内容如下，请与纸面核对。' : '此学时证明已由本协会撤销，不再有效。', `${body}${form('')}`)
}

export function checkRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: { no?: unknown; code?: unknown } }>(CERTIFICATE_CHECK, async (request, reply) => {
    const [no, code] = [typed(request.query.no), typed(request.query.code)]
    if (!no && !code) return sendPage(reply, 200, publicPage('学时证明查验', '请输入证明上的编号与查验码。', form('')))
    const key = `certificate:check:${networkOf(request.ip)}`
    const wrong = publicPage('没有查到', '没有这份学时证明，请核对编号与查验码。', form(no))
    try {
      await refuseWhileShut(platform.db, [key], wait)
      const page = await checkPage(platform, no, code)
      if (page) return sendPage(reply, 200, page)
      await countTry(platform.db, key, LIMIT, wait)
      return sendPage(reply, 404, wrong)
    } catch (error) {
      if (error instanceof Refusal) return sendRefusal(reply, error, wrong)
      throw error
    }
  })
}

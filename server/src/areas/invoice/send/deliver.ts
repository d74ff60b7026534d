import { buffer } from 'node:stream/consumers'
import { SEND_RETRIES } from '@assoc/contract/invoice/send'
import type { Db } from '../../../platform/database/database'
import { storedFiles } from '../../../platform/files/stored'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import { insist } from '../../../platform/database/insist'
import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, nextTry } from '../../../platform/mail/delivery'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { inJob } from '../../../platform/resource/in-job'
import { invoices } from '../invoice'
import { invoiceOf, type InvoiceFacts } from '../invoice/repository'
import { LINK_DAYS, invoiceLink } from './link/token'
import * as repository from './repository'

const JOB = 'invoice:mail'
const MINUTE_MS = 60_000

/** Queues a mail. */
export const queueSend = (db: Db, sendId: string, runAt?: Date): Promise<void> => addJob(db, JOB, { sendId }, { key: `${JOB}:${sendId}`, ...(runAt ? { runAt } : {}) })

const money = (fen: number) => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const TRIAL = '这是试用票据：没有接入正式开票平台时生成，仅供试用，不作为报销、入账或抵扣凭证。'

/** The mail of an invoice. What the trial provider has made is told as such before anything else; without a link the attachments are all there is. */
export function mailOf(t: Pick<InvoiceFacts, 'invoiceNo' | 'title' | 'itemName' | 'amount' | 'issueWay'>, link: string | null): { subject: string; text: string } {
  const trial = t.issueWay === 'trial'
  const lines = [
    '您好：',
    trial ? `${TRIAL}附件是以 ${t.title} 为抬头的样张。` : `附件是开具给 ${t.title} 的电子票据，请查收。`,
    `票据号码：${t.invoiceNo}\n项目名称：${t.itemName}\n金额：${money(t.amount)} 元`,
    ...(link ? [`也可以在 ${LINK_DAYS} 天内由此下载票据文件：\n${link}`] : []),
    '本邮件由系统发出，请勿直接回复。',
  ]
  return { subject: trial ? `【试用票据，不作凭证】${t.invoiceNo}` : `电子票据 ${t.invoiceNo}`, text: lines.join('\n\n') }
}

/** The job: sends an invoice's files by mail and notes what the mail server said. What may have arrived is never sent again by itself. */
export function deliverer(runtime: () => ResourceRuntime) {
  const settle = (platform: Platform, sendId: string, invoiceId: string, verb: 'arrive' | 'fail' | 'lose', problem: string | null) =>
    insist(() => inJob(platform, { arrive: '票据发送成功', fail: '票据发送失败', lose: '票据发送结果未知' }[verb], async (action) => {
      if (!(await repository.isWaiting(action.db, sendId))) return
      await repository.note(action.db, sendId, problem, verb === 'arrive')
      await derivedStep(runtime(), action, sendId, verb, problem)
      const invoice = verb === 'arrive' ? await invoiceOf(action.db, invoiceId, true) : undefined
      if (invoice?.status === 'issued') await derivedStep(invoices.runtime, action, invoiceId, 'send')
    }))

  async function deliver(platform: Platform, sendId: string): Promise<void> {
    const { db, mail, files } = platform
    const sending = await repository.claim(db, sendId)
    if (!sending) return
    const { invoiceId, tries, deferrals } = sending
    const invoice = await invoiceOf(db, invoiceId)
    if (!invoice) return
    try {
      const papers = await storedFiles(db, invoice.papers.map((p) => p.fileId))
      const attachments = await Promise.all(papers.map(async ({ key, fileName, contentType }) => ({ fileName, contentType, bytes: await buffer(files.read(key)) })))
      await mail?.send({ id: `ticket-${sendId}`, to: sending.sendTo, ...mailOf(invoice, invoiceLink(platform, sendId)), attachments })
    } catch (error) {
      const reason = ((error as { message?: string }).message || '未知错误').slice(0, 300)
      if (error instanceof DeliveryUnknown) return settle(platform, sendId, invoiceId, 'lose', `已交给对方但未收到答复：${reason}`)
      // The other side is busy or away, or refuses for now: tried again by itself for a day.
      const passing = error instanceof DeliveryFailed && !(error instanceof DeliveryRefused)
      const later = passing ? nextTry(deferrals + 1) : tries > SEND_RETRIES ? null : new Date(Date.now() + tries * MINUTE_MS)
      if (error instanceof DeliveryRefused || !later) return settle(platform, sendId, invoiceId, 'fail', reason)
      return insist(() => db.transaction().execute(async (tx) => {
        await (passing ? repository.defer(tx, sendId, reason, later) : repository.note(tx, sendId, reason, false))
        await queueSend(tx, sendId, later)
      }))
    }
    await settle(platform, sendId, invoiceId, 'arrive', mail ? null : '尚未接入邮件服务，邮件没有实际发出')
  }

  /** What a run that died left behind is told as unknown; what waits without a job gets one. */
  async function tidy(platform: Platform): Promise<void> {
    for (const sendId of await repository.lost(platform.db)) await settle(platform, sendId, '0', 'lose', '发送过程被中断，结果不明')
    for (const sendId of await repository.standingStill(platform.db)) await queueSend(platform.db, sendId)
  }
  return { deliver, tidy }
}

/** Makes the jobs known. */
export function defineSendJobs({ deliver, tidy }: ReturnType<typeof deliverer>): void {
  defineJob(JOB, ({ sendId }: { sendId: string }, platform) => deliver(platform, sendId))
  defineJob('invoice:tidyMail', (_payload, platform) => tidy(platform), '*/5 * * * *')
}

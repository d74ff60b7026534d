import { viewLink } from '@assoc/contract'
import { holdersOf } from '../access/load-principal'
import { defineJob } from '../jobs/worker'
import { notify } from '../notifications/notify'
import type { Platform } from '../platform'

/** Tells those who look after connectors when what is left at the provider of text messages is below the line that staff have drawn. */
export async function warnOfBalance({ sms, settings, db, log }: Pick<Platform, 'sms' | 'settings' | 'db' | 'log'>): Promise<boolean> {
  const least = await settings.parameter('message.smsBalanceMin')
  if (!sms.live || least === 0) return false
  const left = await sms.balance().catch((error: unknown) => void log.warn({ reason: (error as Error).message }, 'the provider of text messages does not tell its balance'))
  if (!left || left.amount >= least) return false
  const holders = await holdersOf(db, 'rbac:connector:read')
  await db.transaction().execute(async (tx) => {
    for (const userId of holders) await notify(tx, userId, { title: '短信余额不足', content: `${sms.label}的余额为 ${left.amount} ${left.unit}，低于提醒线 ${least}，请及时充值，以免验证码和通知发不出去。`, link: viewLink('rbac/ConnectorList') })
  })
  return true
}

// Once a day, at nine in Asia/Shanghai; the queue runs a schedule once however many processes there are.
defineJob('sms:balance', async (_payload, platform) => void (await warnOfBalance(platform)), '0 1 * * *')

import type { ConsoleLink } from '@assoc/contract'
import { defineJob } from '../jobs/worker'
import { mailHint } from '../mail/console-address'
import { queueMail } from '../mail/outbox'
import type { Platform } from '../platform'
import { NOTICE_MAIL } from './notify'

/** Puts the mail of a notice into the outbox, once however often it is asked. */
export async function mailNotice({ db, config }: Pick<Platform, 'db' | 'config'>, notificationId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const notice = await tx.updateTable('notification').set({ mail_due: false }).where('notification_id', '=', notificationId).where('mail_due', '=', true).returning(['user_id', 'title', 'content', 'link']).executeTakeFirst()
    const person = notice && (await tx.selectFrom('sys_user').select('email').where('user_id', '=', notice.user_id).where('account_status', '=', 'normal').executeTakeFirst())
    if (!notice || !person?.email) return
    const hint = notice.link ? mailHint(config, notice.link as ConsoleLink) : ''
    await queueMail(tx, person.email, notice.title, [notice.content, hint, '您可以在控制台的通知设置中选择哪些消息发送邮件。'].filter(Boolean).join('\n\n'))
  })
}

defineJob(NOTICE_MAIL, ({ notificationId }: { notificationId: string }, platform) => mailNotice(platform, notificationId))

import { sql } from 'kysely'
import { defineJob } from '../jobs/worker'
import { DeliveryRefused } from '../mail/delivery'
import type { Platform } from '../platform'
import { IM_JOB } from './queue'
import './tables'

/** Minutes for which a message is tried; afterwards a messenger would no longer know a repetition. */
const TRY_MINUTES = 240

type Parts = Pick<Platform, 'db' | 'im' | 'config' | 'connectors' | 'log'>

/** Hands a message over. Throws while it may be tried again; what is refused for good, or has no way any more, is noted and ends. */
export async function sendIm({ db, im, config, connectors }: Parts, id: string): Promise<void> {
  const message = (
    await sql<{ kind: 'wecom' | 'dingtalk' | 'feishu'; title: string; content: string; link: string; address: string | null; late: boolean }>`
      select m.kind, m.title, m.content, m.link, b.address, m.create_time < now() - make_interval(mins => ${TRY_MINUTES}) as late
      from im_message m left join im_binding b on b.user_id = m.user_id and b.kind = m.kind
      where m.im_message_id = ${id} and m.message_status = 'waiting'`.execute(db)
  ).rows[0]
  if (!message) return
  const end = (status: 'sent' | 'failed', reason: string | null) =>
    db.updateTable('im_message').set({ message_status: status, error_message: reason?.slice(0, 300) ?? null, end_time: sql<Date>`now()` }).where('im_message_id', '=', id).execute()
  const provider = im.get(message.kind)
  if (!provider) return void (await end('failed', '该平台没有接入'))
  const { address } = message
  if (address === null) return void (await end('failed', '已解除绑定'))
  if (message.late) return void (await end('failed', '多次尝试没有成功'))
  try {
    const url = config.publicUrl && message.link ? new URL(message.link, config.publicUrl).href : ''
    await connectors.noting(message.kind, () => provider.send({ id: `im-${id}`, to: address, title: message.title, text: message.content, url }), (error) => !(error instanceof DeliveryRefused))
    await end('sent', null)
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error
    await end('failed', error.message)
  }
}

defineJob(IM_JOB, ({ id }: { id: string }, platform) => sendIm(platform, id))
// Those who are told are told by what the console itself keeps; this is no record.
defineJob('im:forget', async (_payload, { db }) => void (await sql`delete from im_message where create_time < now() - interval '30 days'`.execute(db)), '47 18 * * *')

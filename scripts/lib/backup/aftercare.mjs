const WHY = '已从备份恢复，备份之后是否发出过无从得知'

/**
 * What must not simply go on where the backup stopped, for the world has gone on: sessions that were ended since would live
 * again, codes be good again, messages be sent a second time. Answers how many of each; runs in the restore's transaction.
 */
export async function settleThePast(client, { manifest, sendWaiting }) {
  const changed = async (text) => (await client.query(text)).rowCount ?? 0
  const sessions = await changed("update session set end_time = now(), end_reason = 'restore' where end_time is null")
  const codes = await changed('update verification_code set used_time = now() where used_time is null')
  // Nobody works on anything yet.
  await client.query('update graphile_worker._private_jobs set locked_by = null, locked_at = null where locked_by is not null')
  await client.query('update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_by is not null')
  await client.query('delete from job_process')
  let held = 0
  if (!sendWaiting) {
    held += await changed(
      `with waiting as (
         delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = 'outbox:send'
         returning (j.payload ->> 'outboxId')::bigint as outbox_id, j.attempts < j.max_attempts as alive)
       update outbox set outbox_status = 'unknown', error_message = '${WHY}'
       where outbox_status in ('queued', 'sending') or (outbox_status = 'failed' and outbox_id in (select outbox_id from waiting where alive))`,
    )
    // Whoever had not got a message to many, or a ticket, at that moment may have got it since.
    held += await changed(
      `update message_recipient r set recipient_status = 'unknown', reason = '${WHY}', update_time = now() from message m
       where m.message_id = r.message_id and m.msg_status in ('queued', 'sending', 'paused') and r.recipient_status in ('queued', 'sending')`,
    )
    held += await changed(`update invoice_send set send_result = 'unknown', problem = '${WHY}', update_time = now(), version = version + 1 where send_result = 'waiting'`)
  }
  const facts = { backupTime: manifest.time, product: manifest.product, endedSessions: sessions, heldMessages: held }
  await client.query("insert into audit_log (user_name, title, after) values ('系统', '从备份恢复', $1)", [JSON.stringify(facts)])
  return { sessions, codes, held }
}

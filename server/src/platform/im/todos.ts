import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { loadUserFacts } from '../access/load-principal'
import { defineJob } from '../jobs/worker'
import type { Platform } from '../platform'
import { todosOf } from '../workspace/todos'
import { queueIm } from './queue'

/** Tells everybody who has bound a messenger what has come to wait for them since they were last told; answers how many were told. */
export async function tellTodos({ db, im }: Pick<Platform, 'db' | 'im'>, waitingFor = todosOf): Promise<number> {
  if (im.size === 0) return 0
  const people = (await sql<{ user_id: string; told: Record<string, number> }>`select b.user_id::text, (array_agg(b.told order by b.kind))[1] as told
    from im_binding b join sys_user u using (user_id) where u.account_status = 'normal' and b.kind = any(${[...im.keys()]}::text[])
    and not exists (select 1 from notice_choice c where c.user_id = b.user_id and c.notice_kind = 'todo' and not c.im) group by b.user_id`.execute(db)).rows
  let told = 0
  for (const { user_id, told: before } of people) {
    const facts = await loadUserFacts(db, user_id)
    if (!facts) continue
    const now = await waitingFor(db, { ...facts.principal, sessionId: '' })
    const values = Object.fromEntries(now.map(({ label, value }) => [label, value]))
    if (JSON.stringify(values) === JSON.stringify(before)) continue
    const more = now.filter(({ label, value }) => value > (before[label] ?? 0))
    await db.transaction().execute(async (tx) => {
      await sql`update im_binding set told = ${JSON.stringify(values)}::jsonb where user_id = ${user_id}`.execute(tx)
      const [only] = more
      if (!only) return
      const sum = now.reduce((n, { value }) => n + value, 0)
      await queueIm(tx, user_id, { title: `您有 ${sum} 项待办`, content: more.map(({ label, value }) => `${label}：${value}`).join('\n'), link: more.length === 1 ? only.link : viewLink('rbac/MyMessage') })
      told += 1
    })
  }
  return told
}

// Every half hour from nine to half past six in Asia/Shanghai, on working days of the week.
defineJob('im:todos', async (_payload, platform) => void (await tellTodos(platform)), '*/30 1-10 * * 1-5')

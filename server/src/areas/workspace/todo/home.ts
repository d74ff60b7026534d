import { viewLink } from '@assoc/contract'
import { HOME_OLDEST, type selectHome as homeCall } from '@assoc/contract/platform/home'
import type { Context } from '../../../platform/http/context'
import { numbersOf } from '../../../platform/workspace/numbers'
import { todosOf } from '../../../platform/workspace/todos'
import { selectInbox } from '../inbox/service'

/** All that the home page shows. Its parts are read side by side, and one that cannot be read leaves the others where they are. */
export async function selectHome(context: Context<typeof homeCall>) {
  const { db, principal, platform } = context
  const lost = (part: string, error: unknown) => platform.log.error({ err: error, part }, 'a part of the home page could not be read')
  const [waiting, numbers] = await Promise.all([
    Promise.all([selectInbox({ ...context, input: { page: 1, pageSize: HOME_OLDEST } }), todosOf(db, principal)]).then(
      ([{ items, behalf }, counts]) => ({
        oldest: items,
        counts: [...counts, ...behalf.filter(({ count }) => count > 0).map(({ deputyId, name, count }) => ({ label: `代 ${name} 办理的待办`, value: count, link: viewLink('rbac/MyTodo', { behalf: deputyId }) }))],
      }),
      (error: unknown) => (lost('waiting', error), null),
    ),
    numbersOf(context as never, lost),
  ])
  return { waiting, numbers }
}

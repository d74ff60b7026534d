import * as contract from '@assoc/contract/rbac/inbox-deputy'
import { handle, type Context } from '../../../platform/http/context'
import { ofPeopleWithin } from '../../../platform/identity/live-sessions'
import { actorName, personName } from '../../../platform/identity/people'
import type { ServerModule } from '../../../platform/module'
import { insertFields } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'
import { deputyMenu } from './seed'
import * as service from './service'

const runtime = mountResource(contract.inboxDeputy, {
  table: 'inbox_deputy',
  computed: { userName: personName('t.user_id'), deputyName: personName('t.deputy_user_id'), deputyState: repository.stateNow, createName: actorName('t.create_by') },
  // The kinds are known when all areas have registered them.
  seenBy: { kindLabels: repository.kindWords },
  rowFilter: ofPeopleWithin,
  order: { field: 'toTime', direction: 'desc' },
  createdBy: 'create_by',
  // Codes of the kinds stand beside their labels.
  exportAs: { row: contract.inboxDeputy.row.omit({ kinds: true }), always: [], fill: async (_db, rows) => rows },
  nameOf: ({ userName, deputyName }) => `${userName ?? ''} 由 ${deputyName ?? ''} 代办`,
  may: (_principal, { deputyState }, verb) => verb !== 'end' || deputyState !== 'ended' || '代办已经结束',
  before: { insert: (action, fields) => service.validate(action, fields) },
  after: { insert: (action, deputyId, fields) => service.tellBegun(action, deputyId, fields) },
  actions: {
    end: async ({ db }, { deputyId, userId, deputyUserId }) => {
      await service.endNow(db, deputyId)
      return { after: { userId, deputyUserId } }
    },
  },
})

/** People set their own deputy with nobody's permit: what they give is what they hold themselves, to who holds the permits as well. */
const insertOwn = async (context: Context<typeof contract.insertOwnDeputy>) => ({
  deputyId: await insertFields(runtime.runtime, context as never, { ...context.input, userId: context.principal.userId }),
})

/** Who decides for somebody who is away. */
export const deputy: ServerModule = {
  bindings: [
    ...runtime.bindings,
    handle(contract.selectOwnDeputies, service.selectOwn),
    handle(contract.selectDeputyKinds, service.selectKinds),
    handle(contract.selectDeputyCandidates, service.selectCandidates),
    handle(contract.insertOwnDeputy, insertOwn),
    handle(contract.endOwnDeputy, service.endOwn),
  ],
  seeds: [deputyMenu],
}

import { optOut as contract } from '@assoc/contract/message/opt-out'
import { email, mobile } from '@assoc/contract/rules/identifiers'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'
import { optOutSeed } from './seed'
import { optOutVisit, unsubscribeRoutes } from '../unsubscribe'
import '../tables'

const runtime = mountResource(contract, {
  table: 'opt_out',
  // Masked by its kind: a number is no address. `address` alone could only be masked as one of them.
  computed: { address: repository.unshown, mobile: repository.ofChannel('sms'), email: repository.ofChannel('mail') },
  exportAs: { row: contract.row.omit({ address: true }), always: [], fill: async (_db, rows) => rows },
  filters: { address: repository.byAddress },
  order: { field: 'optOutTime', direction: 'desc' },
  createdBy: 'create_by',
  constraints: { opt_out_address_unique: () => refuse.field('address', '该号码或邮箱已在退订名单中') },
  nameOf: () => '退订记录',
  before: {
    insert: (_action, fields) => {
      const form = fields.channel === 'sms' ? mobile() : email()
      const address = form.safeParse(repository.plainAddress(fields.address))
      if (!address.success) throw refuse.field('address', fields.channel === 'sms' ? '手机号码格式不正确' : '邮箱格式不正确')
      fields.address = address.data
    },
    // Before, for the address is no field of the row that people see.
    remove: async ({ db }, row) => {
      const found = await repository.addressOf(db, row.optOutId)
      if (found?.channel === 'mail') await repository.forgetBounces(db, found.address)
    },
  },
})

/** The list, and the public page by which recipients put themselves on it. */
export const optOut = { ...runtime, bindings: [...runtime.bindings, optOutVisit], seeds: [optOutSeed], routes: unsubscribeRoutes }

import { masked } from '@assoc/contract'
import { grantRole, type Seed } from '../../../platform/seed'
import { insertDemo } from './request.repository'

/** The clerk asks, the head decides; who pays out has to read the payee's account, each look noted. */
export const balanceRoles: Seed = {
  name: 'member.fee.balance.roles',
  order: 37,
  async run(db) {
    await grantRole(db, 'FEE_OP', ['fee:balance:request'])
    await grantRole(db, 'FEE_LEAD', ['fee:balance:', 'pi:plain:view'])
  },
}

const ACCOUNT = '0000123400005678'
/** A refund and an adjustment that wait, and a transfer that was refused, of members of the demo association with a balance. */
export const balanceDemo: Seed = {
  name: 'member.fee.balance.demo',
  order: 64,
  demo: true,
  run: (db, { encryption }) => insertDemo(db, { masked: masked('bankCard', ACCOUNT) ?? '', sealed: encryption.encrypt(ACCOUNT), print: encryption.blindIndex(ACCOUNT) }),
}

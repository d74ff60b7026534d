import { grantRole, type Seed } from '../../../platform/seed'

/**
 * Whoever passes a request first does not approve it. Where one person heads the fees, the approval is the leader's, whose meeting
 * decides on reductions anyway.
 */
export const secondPerson: Seed = {
  name: 'member.fee.reduction.secondPerson',
  order: 37,
  run: (db) => grantRole(db, 'LEADER', ['fee:reduction:approve']),
}

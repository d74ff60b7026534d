// What other areas may ask of dues and money; everything else of this folder is its own.
export { alsoCheck } from './balance/check.repository'
export { fen, fromDay, memberFields, toDay } from './found.repository'
export { cameElsewhere } from './ledger.refund.repository'
export { lockMember } from './ledger.repository'
export { lock, yuanText } from './ledger.service'
export { findOther, holdOther, type OtherMoney } from './suspense/other.repository'
export { plainName } from './payment/resource'
export { beforeLosingOther, beforeRefunding, beforeReversing, knowsOther } from './refund-hooks'

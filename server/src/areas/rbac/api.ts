// What other areas may ask of accounts and rights; everything else of this folder is its own.
export { allowGuest, loginNameTaken, makeGuest, openGuest, setGuestEnd } from './account/guest.service'
export { accountForLetter, lettersFor } from './account/reset.service'
export { endLinks, linkAccount, linkColumns, neverLinked, type Certified } from './identity-link/service'
export { menuTreeOfUser } from './menu/service'
export type { RoleScope } from './role/grants'
export { requireCovers } from './role/guard'
export { ensureAdministrator, hasAdministrator } from './user/administrator'
export { groupChoices, membersOfGroups, type GroupMember } from './usergroup/reach.repository'

import { moduleScopeOf, type Principal } from '../../platform/access/principal'

/** Somebody who sees rows only because they are about them or their company: directors, and who acts for a company. */
export function isOutsider(principal: Principal): boolean {
  const { all, deptIds, linked } = moduleScopeOf(principal, 'appointment')
  return linked === true && !all && deptIds.length === 0
}

/** Whether somebody is the director whose entry of the pool this is. */
export const isDirector = (principal: Principal, poolId: string | null): boolean => poolId !== null && principal.links.persons.some(({ id }) => id === poolId)

export const actsForCompany = (principal: Principal, companyId: string): boolean => principal.links.companies.some(({ id }) => id === companyId)

import type { Db } from '../../../platform/database/database'

// What other areas say before a company is deleted. They register here; the company knows none of them.

type BeforeDelete = (db: Db, companyId: string) => Promise<void>

const rules: BeforeDelete[] = []

/** Registers a rule that refuses to delete a company by throwing; the company is locked by then. */
export const beforeDeletingCompany = (rule: BeforeDelete): void => void rules.push(rule)

export async function validateDeletingCompany(db: Db, companyId: string): Promise<void> {
  for (const rule of rules) await rule(db, companyId)
}

import { metaOf } from '@assoc/contract'
import { availability, expert, expertField, tieKind } from '@assoc/contract/expert/expert'
import { STATEMENT_CODES as CODES } from '@assoc/contract/expert/statement'
import type { Answer } from '@assoc/contract/form/engine/answers'
import type { Db } from '../../../platform/database/database'
import type { ByCode } from '../../form/api'
import { companiesCalled, type Pooled } from './repository'

// What a statement says in the fields of the pool. A form that staff have changed may lack a question: then the pool keeps what it has.

export interface Stated {
  pool: Omit<Pooled, 'version' | 'expertStatus'>
  /** Why it cannot be written; null when it can. */
  problem: string | null
}

/** Fields of the pool that staff change as well, with what they must be. */
const CHECKED = ['unit', 'titleName', 'email', 'fields'] as const
const text = (value: Answer | undefined): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const chosen = (value: Answer | undefined): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [])
const oneOf = <K extends string>(labels: Readonly<Record<K, string>>, value: string | null): K | null => (value !== null && value in labels ? (value as K) : null)

/** Ties that an expert may have. */
const TIES_MOST = 50

/** Ties to companies of the register, and to other units by their names. */
async function tiesOf(db: Db, answers: ByCode, now: Pooled): Promise<Pooled['relatedCompanies']> {
  const rows = answers.rows(CODES.ties).flatMap((row) => {
    const called = text(row[CODES.tieCompany])
    return called ? [{ called, tieKind: oneOf(tieKind.labels, text(row[CODES.tieRelation])) ?? 'other', until: text(row[CODES.tieUntil]) }] : []
  })
  const found = await companiesCalled(db, [...new Set(rows.map(({ called }) => called))])
  const stated = rows.map(({ called, ...tie }) => ({ ...tie, companyId: found.get(called) ?? null, unit: found.has(called) ? null : called }))
  // Whoever still is bound by what staff have entered does not get rid of it by leaving it out: ties stay until they end.
  const kept = now.relatedCompanies.filter((one) => !stated.some((other) => other.companyId === one.companyId && other.unit === one.unit && other.tieKind === one.tieKind))
  return [...stated, ...kept].slice(0, TIES_MOST)
}

function problemOf(pool: Stated['pool']): string | null {
  for (const field of CHECKED) {
    const schema = expert.definition.fields[field]
    const error = schema?.safeParse(pool[field]).error
    if (schema && error) return `${metaOf(schema).label ?? field}：${error.issues[0]?.message ?? '不正确'}`
  }
  return null
}

/** Reads a statement beside what the pool has. */
export async function statedOf(db: Db, answers: ByCode, now: Pooled): Promise<Stated> {
  const stated = chosen(answers.one(CODES.fields)).filter((one): one is Pooled['fields'][number] => one in expertField.labels)
  const free = oneOf(availability.labels, text(answers.one(CODES.availability))) ?? now.availability
  const works = answers.one(CODES.workCapacity)
  const pool = {
    unit: text(answers.one(CODES.unit)) ?? now.unit,
    titleName: text(answers.one(CODES.titleName)) ?? now.titleName,
    email: text(answers.one(CODES.email)) ?? now.email,
    fields: stated.length > 0 ? stated : now.fields,
    availability: free,
    workCapacity: free === 'none' ? 0 : works === undefined || works === null || works === '' ? now.workCapacity : Number(works),
    relatedCompanies: await tiesOf(db, answers, now),
  }
  return { pool, problem: now.expertStatus === 'serving' || now.expertStatus === 'suspended' ? problemOf(pool) : '该专家已不在聘' }
}

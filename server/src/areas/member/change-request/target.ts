import { metaOf, type PermitCode, type PersonalKind } from '@assoc/contract'
import { changeTarget } from '@assoc/contract/member/change-request'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Action, Row } from '../../../platform/resource/definition'

// Kinds of records that can be changed on request. Each area registers its own; a kind that nobody has registered is not offered.

export type TargetType = keyof typeof changeTarget.labels

/** A field of a kind: what it is called, how it is checked, and whether a change of it needs documents. */
export interface ChangeField {
  label: string
  proof: boolean
  personal: PersonalKind | undefined
  options: Record<string, string> | null
  schema: z.ZodType
}

/** A record as a request sees it. */
export interface FoundTarget {
  name: string
  /** Values of the changeable fields, as they are stored. */
  values: Readonly<Record<string, unknown>>
  version: number
}

export interface ChangeTarget {
  type: TargetType
  fields: Readonly<Record<string, ChangeField>>
  /** Permit without which a record of this kind is not shown. */
  readPermit: PermitCode
  /** At most twenty records by keyword, within the person's scope. */
  find(db: Db, principal: Principal, keyword: string): Promise<{ targetId: string; name: string }[]>
  /** One record within the person's scope; for anybody when `who` is null, as the action that it follows from was checked. */
  read(db: Db, principal: Principal | null, targetId: string): Promise<FoundTarget | undefined>
  /** Writes the fields together by the record's own rules, with its audit and version; throws what those refuse. `author` asked for it. */
  write(action: Action, targetId: string, version: number, values: Row, author: string | null): Promise<void>
  /** A value in words, where it is no text; null when there is none, undefined where it is formatted like any other. */
  word?(db: Db, field: string, value: unknown): Promise<string | null | undefined>
  /** What the schemas of the fields alone cannot tell is wrong, by field. */
  validate?(db: Db, targetId: string, found: FoundTarget, values: Row): Promise<{ field: string; message: string }[]>
  /** A query of the ids of the records that are about a company, for kinds of areas that the register does not know. */
  idsOfCompany?(companyId: string): RawBuilder<unknown>
}

const targets = new Map<TargetType, ChangeTarget>()

/** Registers a kind of record; called once when its module is loaded. */
export const addChangeTarget = (target: ChangeTarget): void => void targets.set(target.type, target)
/** The registered kinds in the contract's order. */
export const changeTargets = (): ChangeTarget[] => Object.keys(changeTarget.labels).flatMap((type) => targetOf(type) ?? [])
export const targetOf = (type: string): ChangeTarget | undefined => targets.get(type as TargetType)

/** Changeable fields from the contract's own schemas, by name; `proof` lists those that need documents. */
export function fieldsFrom(shape: Readonly<Record<string, z.ZodType>>, names: readonly string[], proof: readonly string[] = []): Record<string, ChangeField> {
  return Object.fromEntries(
    names.map((name) => {
      const schema = shape[name]
      if (!schema) throw new Error(`the contract has no field ${name} that could be changed`)
      const { label = name, personal, options } = metaOf(schema)
      return [name, { label, schema, personal, options: options ?? null, proof: proof.includes(name) }]
    }),
  )
}

import { PARAMETERS } from '@assoc/contract/rbac/param'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { PARAMETER } from '../../../platform/settings/settings'

const WAY = 'invoice.issueWay'

/** Whether invoices are registered by hand now (parameter `invoice.issueWay`), for rows and for actions: as it stands in this moment. */
export const byHand = sql<boolean>`(coalesce((select (s.value #>> '{}')::int from setting s where s.key = ${PARAMETER + WAY}), ${PARAMETERS[WAY].initial}) = 0)`

export const isByHand = async (db: Db): Promise<boolean> => (await sql<{ hand: boolean }>`select ${byHand} as hand`.execute(db)).rows[0]?.hand ?? true

/** Has invoices asked of the provider, unless staff have chosen already; for the demo association and for tests. */
export const chooseProvider = (db: Db) => sql`insert into setting (key, value) values (${PARAMETER + WAY}, '1') on conflict (key) do nothing`.execute(db)

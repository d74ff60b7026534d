import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { parameterSql, presetParameter } from '../../../platform/settings/settings'

const WAY = 'invoice.issueWay'

/** Whether invoices are registered by hand now (parameter `invoice.issueWay`), for rows and for actions: as it stands in this moment. */
export const byHand = sql<boolean>`(${parameterSql(WAY)} = 0)`

export const isByHand = async (db: Db): Promise<boolean> => (await sql<{ hand: boolean }>`select ${byHand} as hand`.execute(db)).rows[0]?.hand ?? true

/** Has invoices asked of the provider, unless staff have chosen already; for the demo association and for tests. */
export const chooseProvider = (db: Db) => presetParameter(db, WAY, 1)

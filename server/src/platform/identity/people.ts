import { sql, type RawBuilder } from 'kysely'
import { gramsOfKeyword } from '../search/grams'

/** People whom a typed name may mean by sign-in name, real name, initials or mobile number, at most 200. */
export const peopleCalled = (keyword: string): RawBuilder<string[]> =>
  sql`array(select u.user_id from sys_user u where u.search_grams @> ${gramsOfKeyword(keyword).grams}::text[] limit 200)`


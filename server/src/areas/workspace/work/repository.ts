import type { Db } from '../../../platform/database/database'

export const findWork = (db: Db, userId: string, workId: string) =>
  db
    .selectFrom('work')
    .leftJoin('file_object', 'file_object.file_id', 'work.file_id')
    .select(['work_id', 'title', 'work_status', 'done_rows', 'total_rows', 'error_message', 'work.create_time', 'file_name', 'content_type', 'store_key'])
    .where('work_id', '=', workId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/database'

type Fixture = (db: Db) => Promise<string>

/** Makes a row of an entity that the demo association has none of; answers its id. */
export const FIXTURES: Record<string, Fixture> = {
  maintenanceRun: async (db) =>
    (await db.insertInto('maintenance_run').values({ job_code: 'analyzeTables', reason: '生成', user_id: '1', user_name: '生成', run_status: 'done' }).returning('run_id').executeTakeFirstOrThrow()).run_id,
  auditLog: async (db) => (await db.insertInto('audit_log').values({ title: '生成', user_id: null, record_type: null, record_id: null, verb: null, reason: null }).returning('audit_id').executeTakeFirstOrThrow()).audit_id,
  loginLog: async (db) =>
    (await db.insertInto('login_log').values({ login_name: 'gen', login_way: 'password', login_result: 'unknown', ip: '127.0.0.1', device: '', user_id: null }).returning('login_log_id').executeTakeFirstOrThrow()).login_log_id,
  // Rows of a person's own: one for everybody.
  notice: async (db) => (await sql<{ id: string }>`insert into notification (user_id, title) select user_id, '生成' from sys_user returning notification_id as id`.execute(db)).rows[0]?.id ?? '',
  ownWork: async (db) => (await sql<{ id: string }>`insert into work (user_id, kind, title, input) select user_id, 'resource:export', '生成', '{}' from sys_user returning work_id as id`.execute(db)).rows[0]?.id ?? '',
  // Two, each of another name, and everybody's: who may use an audience is not who made it.
  messageAudience: async (db) => (await sql<{ id: string }>`insert into message_audience (audience_name, sharing, audience, summary, create_by) select '生成分组' || n, 'all', '{"contacts":null,"extra":["19900000001"]}', '另外填写 1 个', 1 from generate_series(1, 2) n returning audience_id as id`.execute(db)).rows[0]?.id ?? '',
  roomWait: async (db) => (await sql<{ id: string }>`insert into room_wait (room_id, title, start_time, end_time, attend_num, applicant_id) select (select min(room_id) from meeting_room), '生成', now() + interval '1 day', now() + interval '25 hours', 1, user_id from sys_user returning wait_id as id`.execute(db)).rows[0]?.id ?? '',
  savedView: async (db) =>
    (await db.insertInto('saved_view').values({ user_id: '1', list: 'rbac/Gen', title: '生成', search: '', columns: '{}' as never, share_with: 'none' }).returning('view_id').executeTakeFirstOrThrow()).view_id,
  recordNote: async (db) =>
    (await db.insertInto('record_note').values({ record_type: 'dict', record_id: '1', content: '生成', create_by: '1' }).returning('note_id').executeTakeFirstOrThrow()).note_id,
  post: async (db) => (await db.insertInto('post').values({ post_code: 'GEN', post_name: '生成岗' }).returning('post_id').executeTakeFirstOrThrow()).post_id,
  usergroup: async (db) => (await db.insertInto('usergroup').values({ group_name: '生成组', remark: null }).returning('usergroup_id').executeTakeFirstOrThrow()).usergroup_id,
  // About somebody of its own: nobody decides on a request about themselves, and who is employed is not erased.
  personalRequest: async (db) => (await sql<{ id: string }>`with u as (insert into sys_user (login_name, real_name, type_id) values ('generated' || floor(random() * 1e12)::bigint, '生成的当事人', 'staff') returning user_id)
    insert into personal_request (request_no, record_type, record_id, subject, reason, create_by) select 'ZX-' || u.user_id, 'user', u.user_id, '生成的当事人', '生成的申请原因', (select min(user_id) from sys_user) from u returning request_id as id`.execute(db)).rows[0]?.id ?? '',
  erasure: async (db) => (await sql<{ id: string }>`insert into erasure (erasure_no, cause, records, refs, lines, erased_rows, kept_rows, file_count) values ('SC-generated', 'request', '账号', '[]', '[]', 1, 0, 0) returning erasure_id as id`.execute(db)).rows[0]?.id ?? '',
  inboxDeputy: async (db) => (await sql<{ id: string }>`insert into inbox_deputy (user_id, deputy_user_id, from_time, to_time) select min(user_id), max(user_id), now(), now() + interval '1 day' from sys_user returning deputy_id as id`.execute(db)).rows[0]?.id ?? '',
  secondFactorReset: async (db) => (await sql<{ id: string }>`insert into second_factor_reset (user_id, ask_by, reason) select min(user_id), max(user_id), '生成的申请原因' from sys_user returning reset_id as id`.execute(db)).rows[0]?.id ?? '',
  outbox: async (db) =>
    (await db.insertInto('outbox').values({ channel: 'mail', recipient: 'gen@example.com', content: '生成', error_message: null }).returning('outbox_id').executeTakeFirstOrThrow()).outbox_id,
  stockListBatch: async (db) =>
    (await db.insertInto('stock_list_batch').values({ file_name: 'gen.xlsx', header: ['A股代码'], total_rows: 0, create_by: '1' }).returning('batch_id').executeTakeFirstOrThrow()).batch_id,
  file: async (db) =>
    (await db.insertInto('file_object').values({ store_key: '0'.repeat(40), file_name: 'gen.pdf', content_type: 'application/pdf', file_size: 4, sha256: '', owner_type: 'draft', owner_id: null, create_by: '1' }).returning('file_id').executeTakeFirstOrThrow()).file_id,
  contactQrCode: async (db) => (await sql<{ id: string }>`insert into contact_qr_code (qr_title, qr_scene, image) values ('生成码', 'fee', '[]') returning qr_code_id as id`.execute(db)).rows[0]?.id ?? '',
  companyChange: async (db) => (await sql<{ id: string }>`insert into company_change (company_id, change_kind, company_name, summary, effective_date, reason, kept) select (select min(company_id) from company), 'rename', '生成公司', '生成', '2020-01-01', '生成', '{}' from generate_series(1, 2) returning change_id as id`.execute(db)).rows[0]?.id ?? '',
  companyReport: async (db) => (await sql<{ id: string }>`insert into company_report (company_id, report_year, report_type, title, paper) values ((select min(company_id) from company), 2020, 'annual', '生成报告', '[]'), ((select min(company_id) from company), 2021, 'annual', '生成报告', '[]') returning report_id as id`.execute(db)).rows[0]?.id ?? '',
  memberArchive: async (db) => (await sql<{ id: string }>`insert into member_archive (archive_no, member_id, archive_type, title, papers, retention) values ('DA0000-0001', (select min(member_id) from member where not deleted), 'join', '生成档案', '[]', 'ten'), ('DA0000-0002', (select min(member_id) from member where not deleted), 'join', '生成档案', '[]', 'ten') returning archive_id as id`.execute(db)).rows[0]?.id ?? '',
  bankBatch: async (db) => (await sql<{ id: string }>`insert into bank_batch (file_name, header, problems, total, create_by) values ('gen.csv', '[]', '[]', 0, 1) returning batch_id as id`.execute(db)).rows[0]?.id ?? '',
  meetingMaterial: async (db) => (await sql<{ id: string }>`insert into meeting_material (meet_id, material_name, file, open_scope, dept_id) select meet_id, '生成资料' || n, '[]', 'internal', organizer_dept_id from (select meet_id, organizer_dept_id from meeting order by meet_id limit 1) m, generate_series(1, 2) n returning material_id as id`.execute(db)).rows[0]?.id ?? '',
  meetingVideo: async (db) => (await sql<{ id: string }>`insert into meeting_video (meet_id, video_name, file, open_scope, dept_id) select meet_id, '生成视频' || n, '[]', 'internal', organizer_dept_id from (select meet_id, organizer_dept_id from meeting order by meet_id limit 1) m, generate_series(1, 2) n returning video_id as id`.execute(db)).rows[0]?.id ?? '',
  expertStatement: async (db) => (await sql<{ id: string }>`insert into expert_statement (expert_id, statement_year, task_id, answer_id, dept_id, create_by) select e.expert_id, 2020, a.task_id, a.answer_id, e.dept_id, e.create_by from (select row_number() over (order by expert_id) as n, * from expert) e join (select row_number() over (order by answer_id) as n, * from form_answer) a using (n) where n <= 2 returning statement_id as id`.execute(db)).rows[0]?.id ?? '',
  memberCategory: async (db) => (await sql<{ id: string }>`insert into member_category (category_name, category_level) values ('生成类别', 97) returning category_id as id`.execute(db)).rows[0]?.id ?? '',
  resourceImport: async (db) =>
    (await db.insertInto('resource_import').values({ user_id: '1', resource: 'dict', file_name: 'gen.xlsx', header: '[]' }).returning('import_id').executeTakeFirstOrThrow()).import_id,
}

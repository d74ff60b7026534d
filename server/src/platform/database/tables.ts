import type { NoticeKind } from '@assoc/contract/platform/notice-kind'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** bigint comes as text from the driver and may be given as text. */
export type Id = string
export type IdColumn = GeneratedAlways<string>
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type NullableBuffer = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
export type Json = ColumnType<unknown, string, string>
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
export type WithDefault<T> = Generated<T>

/**
 * All tables. The platform's own stand here; a module adds its own beside its repository:
 * `declare module '…/platform/database/tables' { interface Tables { company: CompanyTable } }`.
 */
export interface Tables {
  installation: { key: string; value: string }
  session: {
    session_id: IdColumn
    user_id: Id
    token_hash: Buffer
    cookie_hash: Buffer
    login_ip: string
    device: string
    create_time: Instant
    last_seen_time: Instant
    expire_time: Instant
    end_time: NullableInstant
    end_reason: string | null
    view_role_id: WithDefault<Id | null>
    view_dept_id: WithDefault<Id | null>
    view_until: NullableInstant
    lock_time: NullableInstant
  }
  throttle: { key: string; count: number; window_start: Instant; locked_until: NullableInstant }
  slider_challenge: {
    challenge_id: string
    answer: number
    address: string
    create_time: Instant
    ticket_hash: Buffer | null
    used: WithDefault<boolean>
    /** Print of the request that has used the challenge, and of the one that has used its ticket; null for one without a key. */
    used_for: NullableBuffer
    ticket_used: WithDefault<boolean>
    ticket_used_for: NullableBuffer
  }
  verification_code: {
    code_id: IdColumn
    target: string
    purpose: string
    /** Null for codes that staff have sent about a record. */
    challenge_hash: Buffer | null
    code_hash: Buffer
    create_time: Instant
    expire_time: Instant
    tries: WithDefault<number>
    used_time: NullableInstant
    /** Print of the request that has used it, which a retry of it shows again. */
    used_for: NullableBuffer
  }
  idempotency: {
    user_id: Id
    path: string
    key: string
    body_hash: Buffer
    response: string | null
    create_time: Instant
  }
  audit_log: {
    audit_id: IdColumn
    time: Instant
    user_id: Id | null
    user_name: WithDefault<string>
    ip: WithDefault<string>
    request_id: WithDefault<string>
    path: WithDefault<string>
    title: string
    record_type: string | null
    record_id: Id | null
    verb: string | null
    reason: string | null
    before: NullableJson
    after: NullableJson
    code: WithDefault<string>
    module: WithDefault<string | null>
    duration_ms: WithDefault<number | null>
  }
  resource_import: {
    import_id: IdColumn
    user_id: Id
    resource: string
    file_name: string
    header: Json
    total: WithDefault<number>
    work_id: Id | null
    import_status: WithDefault<'checking' | 'checked' | 'writing' | 'written'>
    create_time: Instant
  }
  resource_import_row: {
    import_id: Id
    position: number
    row_no: number
    cells: Json
    fields: NullableJson
    messages: WithDefault<string[]>
    written: WithDefault<boolean>
  }
  import_mapping: { user_id: Id; resource: string; title: string; field: string | null }
  setting: { key: string; value: Json; version: WithDefault<number>; update_by: Id | null; update_time: Instant }
  job_process: { process_id: string; worker_ids: WithDefault<string[]>; seen_time: Instant }
  audit_seal: {
    seal_id: IdColumn
    up_to_id: Id
    row_count: number
    ids: string[]
    previous_hash: Buffer
    hash: Buffer
    time: Instant
  }
  audit_sealed: { audit_id: Id }
  outbox: {
    outbox_id: IdColumn
    channel: 'mail' | 'sms'
    recipient: string
    subject: WithDefault<string>
    content: string
    html: WithDefault<string | null>
    file_ids: WithDefault<string[]>
    outbox_status: WithDefault<'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'kept' | 'unknown'>
    attempts: WithDefault<number>
    error_message: string | null
    create_time: Instant
    sent_time: NullableInstant
    sealed_content: WithDefault<string | null>
    secret_until: NullableInstant
    template_use: WithDefault<string | null>
    template_code: WithDefault<string | null>
    template_params: ColumnType<Record<string, string>, string | undefined, string>
    sealed_params: WithDefault<string | null>
    sign_name: WithDefault<string | null>
    provider_ref: WithDefault<string | null>
    receipt_time: NullableInstant
  }
  connector_status: {
    kind: string
    good_time: NullableInstant
    bad_time: NullableInstant
    bad_reason: string | null
    test_by: Id | null
    test_asked: NullableInstant
    test_done: NullableInstant
    test_good: boolean | null
    test_result: string | null
  }
  file_object: {
    file_id: IdColumn
    store_key: string
    file_name: string
    content_type: string
    file_size: string | number
    sha256: string
    owner_type: string
    owner_id: Id | null
    create_by: Id | null
    create_time: Instant
    update_time: Instant
  }
  file_upload: {
    upload_id: string
    purpose: string
    file_name: string
    file_size: string | number
    fingerprint: string
    store_key: string
    store_handle: string | null
    received: WithDefault<string | number>
    marks: WithDefault<string[]>
    hash_state: WithDefault<Buffer | null>
    ended: WithDefault<boolean>
    file_id: WithDefault<Id | null>
    create_by: Id
    create_time: Instant
    update_time: Instant
  }
  work: {
    work_id: IdColumn
    user_id: Id
    kind: string
    title: string
    work_status: WithDefault<'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'>
    input: Json
    done_rows: WithDefault<number>
    total_rows: WithDefault<number>
    file_id: Id | null
    error_message: string | null
    create_time: Instant
    finish_time: NullableInstant
  }
  notification: {
    notification_id: IdColumn
    user_id: Id
    title: string
    content: WithDefault<string>
    link: WithDefault<string>
    notice_kind: WithDefault<NoticeKind>
    read_time: NullableInstant
    snoozed_until: NullableInstant
    show_time: GeneratedAlways<Date>
    mail_due: WithDefault<boolean>
    create_time: Instant
  }
  notice_choice: { user_id: Id; notice_kind: NoticeKind; console: boolean; mail: boolean; im: boolean }
  preference: { user_id: Id; key: string; value: Json }
  draft: { user_id: Id; key: string; content: Json; saved_time: Instant }
  seed_done: { name: string }
  sys_system: { system_id: number; system_name: string }
  dept: {
    dept_id: IdColumn
    dept_name: string
    parent_id: Id | null
    leader_id: Id | null
    sort_no: WithDefault<number>
    create_by: Id | null
    create_time: Instant
    update_time: Instant
    version: WithDefault<number>
  }
  sys_user: {
    user_id: IdColumn
    login_name: string
    real_name: string
    mobile: string | null
    email: string | null
    type_id: string
    company_name: string | null
    dept_id: Id | null
    password_hash: string | null
    must_change_password: WithDefault<boolean>
    old_password_hashes: WithDefault<string[]>
    password_time: NullableInstant
    password_until: NullableInstant
    account_status: WithDefault<'pending' | 'normal' | 'locked' | 'disabled' | 'cancelled'>
    last_login_time: NullableInstant
    /** Until when a locked account takes no password; null for one that stays so until it is unlocked. */
    lock_until: NullableInstant
    remark: string | null
    search_grams: WithDefault<string[]>
    create_by: Id | null
    create_time: Instant
    update_by: Id | null
    update_time: Instant
    version: WithDefault<number>
  }
  role: {
    role_id: IdColumn
    role_code: string
    role_name: string
    role_status: WithDefault<'enabled' | 'disabled'>
    built_in: WithDefault<boolean>
    remark: string | null
    create_time: Instant
    update_time: Instant
    version: WithDefault<number>
  }
  user_role: { user_id: Id; role_id: Id; expire_time: NullableInstant }
  permit: {
    permit_id: IdColumn
    permit_code: string
    permit_name: string
    module: string
    module_name: string
    system_id: WithDefault<number>
    permit_type: WithDefault<'button' | 'api' | 'field' | 'data'>
    sensitive: WithDefault<boolean>
    built_in: WithDefault<boolean>
    permit_status: WithDefault<'enabled' | 'disabled'>
    menu_id: WithDefault<Id | null>
    version: WithDefault<number>
  }
  role_permit: { role_id: Id; permit_id: Id; expire_time: NullableInstant }
  role_scope: {
    role_id: Id
    module: string
    scope: 'all' | 'depts' | 'deptTree' | 'dept' | 'jurisdiction' | 'self' | 'linked'
    dept_ids: WithDefault<string[]>
    jurisdictions: WithDefault<string[]>
  }
  menu: {
    menu_id: Generated<string>
    system_id: WithDefault<number>
    parent_id: WithDefault<string>
    menu_name: string
    menu_path: string
    menu_link: WithDefault<string>
    icon: string | null
    sort_no: WithDefault<number>
    hidden: WithDefault<boolean>
    keep_alive: WithDefault<boolean>
    menu_status: WithDefault<'enabled' | 'disabled'>
    built_in: WithDefault<boolean>
    version: WithDefault<number>
  }
  role_menu: { role_id: Id; menu_id: Id }
  post: { post_id: IdColumn; post_code: string; post_name: string; sort_no: WithDefault<number>; version: WithDefault<number> }
  employee: {
    employee_id: IdColumn
    employee_no: string
    user_id: Id
    dept_id: Id | null
    post_id: Id | null
    entry_date: ColumnType<string, string, string>
    leave_date: ColumnType<string | null, string | null | undefined, string | null>
    employee_status: WithDefault<'probation' | 'active' | 'left'>
    version: WithDefault<number>
  }
  usergroup: { usergroup_id: IdColumn; group_name: string; remark: string | null; version: WithDefault<number> }
  usergroup_member: { usergroup_id: Id; user_id: Id }
}

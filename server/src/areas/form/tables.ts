import type { answerStatus } from '@assoc/contract/form/answer'
import type { returnScope } from '@assoc/contract/form/kinds'
import type { queryStatus } from '@assoc/contract/form/query'
import type { respondentKind, ruleRange, subjectKind } from '@assoc/contract/form/respondents'
import type { roundStatus } from '@assoc/contract/form/round'
import type { returnMode, returnResult } from '@assoc/contract/form/returns'
import type { formKind, formStatus } from '@assoc/contract/form/template'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, Json, NullableInstant, NullableJson, WithDefault } from '../../platform/database/tables'

export type FormKind = z.output<typeof formKind.schema>
export type FormStatus = z.output<typeof formStatus.schema>
export type RoundStatus = z.output<typeof roundStatus.schema>
export type QueryStatus = z.output<typeof queryStatus.schema>
export type AnswerStatus = z.output<typeof answerStatus.schema>

declare module '../../platform/database/tables' {
  interface Tables {
    form_template: {
      template_id: IdColumn
      form_name: string
      form_kind: FormKind
      remark: string | null
      doc: NullableJson
      doc_revision: WithDefault<number>
      latest_version: WithDefault<number | null>
      /** Of forms that an area brings along. */
      system_key: WithDefault<string | null>
      form_status: WithDefault<FormStatus>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    form_change: { change_id: IdColumn; template_id: Id; revision: number; patches: Json; create_by: Id; create_time: Instant }
    form_version: { form_version_id: IdColumn; template_id: Id; version_no: number; document: string; sha256: string; create_by: Id | null; create_time: Instant }
    form_round: {
      round_id: IdColumn
      round_name: string
      template_id: Id
      version_no: number
      start_time: ColumnType<Date, Date | string, Date | string>
      end_time: ColumnType<Date, Date | string, Date | string>
      grace_minutes: number
      respondent_kind: z.output<typeof respondentKind.schema>
      company_ids: WithDefault<Id[]>
      user_ids: WithDefault<Id[]>
      rule_range: WithDefault<z.output<typeof ruleRange.schema> | null>
      rule_category_ids: WithDefault<Id[]>
      rule_boards: WithDefault<string[]>
      rule_company_types: WithDefault<string[]>
      rule_jurisdictions: WithDefault<string[]>
      rule_list_statuses: WithDefault<string[]>
      rule_industries: WithDefault<string[]>
      audience_id: WithDefault<Id | null>
      rule_posts: WithDefault<string[]>
      subject_kind: WithDefault<z.output<typeof subjectKind.schema>>
      subject_company_ids: WithDefault<Id[]>
      subject_person_ids: WithDefault<Id[]>
      self_flag: WithDefault<boolean>
      remind_days: WithDefault<number | null>
      reminded_end: NullableInstant
      certify_flag: boolean
      correction_days: WithDefault<number>
      return_scope: WithDefault<z.output<typeof returnScope.schema>>
      ended_time: NullableInstant
      anonymous_flag: WithDefault<boolean>
      /** The area that keeps it; null for rounds that staff send out. */
      owner_kind: WithDefault<string | null>
      remark: string | null
      round_status: WithDefault<RoundStatus>
      dept_id: Id | null
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    form_certificate: { certificate_id: IdColumn; certificate_no: string; answer_id: Id; submission_no: number; sha256: string; create_time: Instant }
    form_quota: { quota_id: IdColumn; round_id: Id; question_key: string; choice: string; places: number }
    form_task: { task_id: IdColumn; round_id: Id; company_id: Id | null; user_id: Id | null; late_reason: WithDefault<string | null>; subject_company_id: WithDefault<Id | null>; subject_person_id: WithDefault<Id | null>; subject_base_id: WithDefault<Id | null>; owner_id: WithDefault<Id | null>; owner_subject: WithDefault<Id | null>; filler_person_id: WithDefault<Id | null>; notice_due: WithDefault<'open' | 'remind' | null>; reminded_time: NullableInstant; create_time: Instant }
    form_answer: {
      answer_id: IdColumn
      task_id: Id
      round_id: Id
      company_id: Id | null
      content: ColumnType<unknown, string | undefined, string>
      revision: WithDefault<number>
      revisions: ColumnType<Record<string, number>, string | undefined, string>
      answer_status: WithDefault<AnswerStatus>
      audit_opinion: WithDefault<string | null>
      return_until: NullableInstant
      submit_by: WithDefault<Id | null>
      submit_time: NullableInstant
      submission_count: WithDefault<number>
      dept_id: Id | null
      acted_by: WithDefault<string[]>
      /** The version that it is filled in by; that of the round until it is handed in. */
      version_no: WithDefault<number>
      anonymous_flag: GeneratedAlways<boolean>
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    form_personal: { personal_id: IdColumn; answer_id: Id; answer_path: string; shown: string; personal_sealed: string; personal_print: string }
    form_submission_personal: { submission_id: Id; answer_path: string; shown: string; personal_sealed: string; personal_print: string; submission_personal_id: IdColumn }
    form_task_part: { task_id: Id; block_id: string; user_id: Id; given_by: Id; give_time: Instant }
    form_query: {
      query_id: IdColumn
      answer_id: Id
      answer_path: string
      query_status: WithDefault<QueryStatus>
      reason: string
      reply: WithDefault<string | null>
      asked_no: number
      create_time: Instant
      update_time: Instant
    }
    form_query_event: { event_id: IdColumn; query_id: Id; verb: string; words: string | null; changed: WithDefault<boolean>; user_id: Id; event_time: Instant }
    form_submission: { submission_id: IdColumn; answer_id: Id; submission_no: number; content: Json; omitted: Json; submit_by: Id; submit_time: Instant; version_no: WithDefault<number> }
    form_return: { return_id: IdColumn; round_id: Id; work_id: Id; file_id: Id; return_mode: z.output<typeof returnMode.schema>; create_by: Id; create_time: Instant }
    form_return_file: { return_id: Id; entry_no: number; file_name: string; return_result: WithDefault<z.output<typeof returnResult.schema>>; reason: WithDefault<string | null>; answer_id: WithDefault<Id | null>; change_count: WithDefault<number> }
    form_waiting_answer: { waiting_id: GeneratedAlways<string>; round_id: Id; mixed: WithDefault<boolean>; sealed: string }
    form_anonymous_answer: { anonymous_id: WithDefault<string>; round_id: Id; content: Json; subject_company_id: WithDefault<Id | null>; subject_person_id: WithDefault<Id | null>; subject_base_id: WithDefault<Id | null> }
    form_anonymous_value: { round_id: Id; anonymous_id: string; question_key: string; row_id: WithDefault<string>; choice: string | null; number: string | null; day: string | null }
    form_value: { round_id: Id; answer_id: Id; question_key: string; row_id: WithDefault<string>; choice: string | null; number: string | null; day: string | null }
  }
}

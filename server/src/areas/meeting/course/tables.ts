import type { courseStatus, courseType } from '@assoc/contract/meeting/course'
import type { enrollStatus } from '@assoc/contract/meeting/course-enroll'
import type { certificateSource, certificateStatus } from '@assoc/contract/meeting/certificate'
import type { QuestionType } from '@assoc/contract/meeting/exam-question'
import type { FileItem } from '@assoc/contract/core/files'
import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type EnrollStatus = z.output<typeof enrollStatus.schema>

export interface Section {
  title: string
  kind: 'session' | 'video' | 'link'
  meetId?: string | null | undefined
  videoId?: string | null | undefined
  url?: string | null | undefined
}

/** A question as somebody got it: its choices in their order, and the letters that are right. */
export interface DrawnQuestion {
  questionId: string
  questionType: QuestionType
  stem: string
  choices: string[]
  answer: string
}

declare module '../../../platform/database/tables' {
  interface Tables {
    course: {
      course_id: IdColumn
      course_name: string
      course_type: z.output<typeof courseType.schema>
      target_roles: string[]
      credit_hours: number
      lecturer_id: WithDefault<Id | null>
      price: number
      member_price: number
      sections: ColumnType<Section[], string | undefined, string>
      documents: ColumnType<FileItem[], string | undefined, string>
      has_exam: boolean
      exam_count: number | null
      exam_shuffle: boolean | null
      exam_tries: number | null
      exam_minutes: number | null
      pass_mark: number | null
      intro: string | null
      course_status: WithDefault<z.output<typeof courseStatus.schema>>
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    exam_question: {
      question_id: IdColumn
      course_id: Id
      question_type: QuestionType
      stem: string
      choices: string | null
      answer: string
      create_by: WithDefault<Id | null>
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    course_enroll: {
      enroll_id: IdColumn
      course_id: Id
      learner_id: Id
      progress: WithDefault<number>
      tries_used: WithDefault<number>
      exam_score: WithDefault<number | null>
      due_amount: WithDefault<number>
      receipt_no: WithDefault<string | null>
      finish_time: OptionalTime
      enroll_status: WithDefault<EnrollStatus>
      create_by: WithDefault<Id | null>
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    course_item_done: { enroll_id: Id; item_key: string; done_time: Instant }
    exam_attempt: {
      attempt_id: IdColumn
      enroll_id: Id
      questions: ColumnType<DrawnQuestion[], string, never>
      answers: ColumnType<Record<string, string>, string | undefined, string>
      start_time: Instant
      end_time: ColumnType<Date, Date | string, Date | string>
      submit_time: OptionalTime
      score: WithDefault<number | null>
      passed: WithDefault<boolean | null>
    }
    certificate: {
      certificate_id: IdColumn
      cert_no: string
      check_code: string
      learner_id: Id
      cert_year: number
      certificate_source: z.output<typeof certificateSource.schema>
      source_id: string
      holder_name: string
      holder_unit: string | null
      title: string
      hours: number
      certificate_status: WithDefault<z.output<typeof certificateStatus.schema>>
      revoke_reason: WithDefault<string | null>
      create_by: WithDefault<Id | null>
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}

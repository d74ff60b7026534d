import { CODE, type FieldError } from '@assoc/contract'
import type { AuditEntry } from './audit/audit'

/** Stops the start of the server with one sentence for the person who starts it. */
export class UserFacingError extends Error {
  override name = 'UserFacingError'
  readonly userMessage: string
  constructor(message: string) {
    super(message)
    this.userMessage = message
  }
}

/** An answer other than success. Thrown by handlers; the transaction is rolled back and the envelope says it. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly data: unknown
  /** What the log is told of the refusal itself, where security looks at it. */
  readonly note: AuditEntry | undefined
  constructor(code: string, message: string, data: unknown = null, note?: AuditEntry) {
    super(message)
    this.code = code
    this.data = data
    this.note = note
  }
}

/** Refused fields that an answer names at most. */
export const MAX_FIELDS = 20
/** Characters of a field's path and of its sentence: both may repeat what the client sent. */
const [PATH_LENGTH, SENTENCE_LENGTH] = [200, 500]
const shortened = ({ path, message }: FieldError): FieldError => ({ path: path.slice(0, PATH_LENGTH), message: message.slice(0, SENTENCE_LENGTH) })

export const refuse = {
  notFound: () => new Refusal(CODE.notFound, '记录不存在，或不在您的数据范围内'),
  forbidden: (message = '您没有此操作的权限') => new Refusal(CODE.forbidden, message),
  /** A step that is another person's than the writer's; the log keeps that it was tried. */
  separated: (message: string, recordType: string, recordId: string) => new Refusal(CODE.forbidden, message, null, { recordType, recordId, verb: 'separated', reason: message }),
  /** Refused fields at once, the first 20 of them; `total` says how many there are when only those were made. */
  input: (fields: readonly FieldError[], total = fields.length) => {
    const named = fields.slice(0, MAX_FIELDS).map(shortened)
    return new Refusal(CODE.input, total === 1 && named[0] ? named[0].message : `有 ${total} 处需要修改`, { fields: named })
  },
  field: (path: string, message: string) => refuse.input([{ path, message }]),
  conflict: (current: unknown) => new Refusal(CODE.conflict, '该记录已被他人修改', { current }),
  badTransition: () => new Refusal(CODE.badTransition, '当前状态不允许此操作'),
  tooMany: (seconds: number, message?: string) =>
    new Refusal(CODE.tooMany, message ?? `操作过于频繁，请在 ${seconds} 秒后重试`, { retryAfterSeconds: seconds }),
  inUse: (message: string) => new Refusal(CODE.inUse, message),
}

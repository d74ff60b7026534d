import { CODE, type FieldError } from '@assoc/contract'

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
  constructor(code: string, message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const refuse = {
  notFound: () => new Refusal(CODE.notFound, '记录不存在，或不在您的数据范围内'),
  forbidden: (message = '您没有此操作的权限') => new Refusal(CODE.forbidden, message),
  /** All refused fields at once. */
  input: (fields: FieldError[]) =>
    new Refusal(CODE.input, fields.length === 1 && fields[0] ? fields[0].message : `有 ${fields.length} 处需要修改`, { fields }),
  field: (path: string, message: string) => new Refusal(CODE.input, message, { fields: [{ path, message }] }),
  conflict: (current: unknown) => new Refusal(CODE.conflict, '该记录已被他人修改', { current }),
  badTransition: () => new Refusal(CODE.badTransition, '当前状态不允许此操作'),
  tooMany: (seconds: number, message?: string) =>
    new Refusal(CODE.tooMany, message ?? `操作过于频繁，请在 ${seconds} 秒后重试`, { retryAfterSeconds: seconds }),
  inUse: (message: string) => new Refusal(CODE.inUse, message),
}

import { CODE, type ResponseOf } from '@assoc/contract'
import { accessReviewLine } from '@assoc/contract/rbac/access-review'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Binding } from '../../../platform/http/context'
import * as repository from './repository'

export const SELF = '本人不能复核自己的权限，请由他人复核'
const SIGNED = '该次复核已签署，结论不能再修改'

/** Why lines are closed to a person, by id; those that are open to her are missing. */
async function reasonsOf(db: Db, userId: string, lineIds: readonly string[]): Promise<Map<string, string>> {
  const lines = lineIds.length > 0 ? await repository.closedLines(db, userId, lineIds) : []
  return new Map(lines.map(({ lineId, own }) => [lineId, own ? SELF : SIGNED]))
}

/** Lets decisions on lines that are closed to a person say why; a resource knows only that she may not. */
export const withReasons = (bindings: readonly Binding[]): Binding[] =>
  bindings.map(({ call, handler }) => {
    if (call === accessReviewLine.change) return { call, handler: sayWhy(handler) }
    return { call, handler: call === accessReviewLine.batch ? sayWhyOfEach(handler) : handler }
  })

const sayWhy =
  (decide: Binding['handler']): Binding['handler'] =>
  async (context) => {
    try {
      return await decide(context)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== CODE.forbidden || !context.who) throw error
      const { lineId } = context.input as { lineId: string }
      throw refuse.forbidden((await reasonsOf(context.db, context.who.userId, [lineId])).get(lineId))
    }
  }

const sayWhyOfEach =
  (decide: Binding['handler']): Binding['handler'] =>
  async (context) => {
    const answer = (await decide(context)) as ResponseOf<typeof accessReviewLine.batch>
    const unexplained = answer.failed.filter((f) => f.message === refuse.forbidden().message)
    const reasons = await reasonsOf(context.db, context.who?.userId ?? '', unexplained.map((f) => f.id))
    return { ...answer, failed: answer.failed.map((f) => (unexplained.includes(f) ? { ...f, message: reasons.get(f.id) ?? f.message } : f)) }
  }

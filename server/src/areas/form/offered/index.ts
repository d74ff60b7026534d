import { rowsOf, type Answer } from '@assoc/contract/form/engine/answers'
import { NEW_ROUND } from '@assoc/contract/form/round'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Platform } from '../../../platform/platform'
import { derivedStep, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { documentOfVersion } from '../answer/document'
import * as answers from '../answer/repository'
import { roundRuntime } from '../round'
import * as repository from './repository'

// What other areas do with forms of theirs: they send them round, read what was answered, and hear of what is approved.

export interface SystemRound {
  key: string
  roundName: string
  userIds: string[]
  endTime: string
}

/** Sends the form of a key to accounts, from now on; answers the round. Its answers are certified by somebody who has not filled them in. */
export async function openSystemRound(action: Action, { key, roundName, userIds, endTime }: SystemRound): Promise<string> {
  const found = await repository.systemForm(action.db, key)
  if (!found) throw refuse.notFound()
  const roundId = await insertFields(roundRuntime, action, { ...NEW_ROUND, roundName, templateId: found.templateId, versionNo: null, startTime: new Date().toISOString(), endTime, respondentKind: 'accounts', companyIds: [], userIds, certifyFlag: true } as never)
  await derivedStep(roundRuntime, action, roundId, 'release')
  await derivedStep(roundRuntime, action, roundId, 'begin')
  return roundId
}

/** Answers by the codes of their questions, rows of tables by those of their columns; personal ones in plain text. */
export interface ByCode {
  one(code: string): Answer | undefined
  rows(code: string): Record<string, Answer | undefined>[]
}

export async function answersByCode(db: Db, { encryption }: Pick<Platform, 'encryption'>, answerId: string): Promise<ByCode> {
  const [answer, version] = [await answers.readAnswer(db, answerId), await answers.versionOfAnswer(db, answerId)]
  if (!answer || !version) throw refuse.notFound()
  const doc = await documentOfVersion(db, version)
  const personal = new Map((await answers.personalOf(db, answerId)).map(({ path, sealed }) => [path, encryption.decrypt(sealed)]))
  const keyOf = (code: string, table?: string) => Object.entries(doc.questions).find(([, one]) => one.code === code && one.in === table && !one.retired)?.[0]
  return {
    one: (code) => {
      const key = keyOf(code)
      return key === undefined ? undefined : (personal.get(key) ?? answer.content[key])
    },
    rows: (code) => {
      const key = keyOf(code)
      if (key === undefined) return []
      const columns = Object.entries(doc.questions).filter(([, one]) => one.in === key && !one.retired)
      return rowsOf(answer.content[key]).map(({ cells }) => Object.fromEntries(columns.map(([column, one]) => [one.code, cells[column]])))
    },
  }
}

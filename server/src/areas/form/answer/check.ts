import { decimalOf, decimalText } from '@assoc/contract/form/engine/decimal'
import type { Db } from '../../../platform/database/database'
import { defineMaintenance, type Outcome } from '../../../platform/maintenance/maintenance'
import { answersAfter, valuesOf, type StoredValue } from './check.repository'
import { countedValues, type Counted } from './content'
import { documentOfVersion } from './document'
import { dropValues, insertValues } from './repository'

// What is counted follows from what was answered: held against it, and laid anew where it does not.

const CHUNK = 500

/** A value as a text that is the same for the same value, however its number is written. */
function valueText({ key, row, choice, number, day }: Counted): string {
  const decimal = number ? decimalOf(number) : null
  return JSON.stringify([key, row, choice ?? null, decimal ? decimalText(decimal) : (number ?? null), day ?? null])
}

const sorted = (values: readonly Counted[]): string => values.map(valueText).sort().join('\n')

/** Answers whose values differ from what was answered; `each` is told of every one with what should stand there. */
async function differing(tx: Db, each: (answerId: string, expected: readonly Counted[]) => Promise<void>): Promise<{ seen: number; wrong: number }> {
  let [after, seen, wrong] = ['0', 0, 0]
  for (;;) {
    const answers = await answersAfter(tx, after, CHUNK)
    const stored = new Map<string, StoredValue[]>()
    for (const value of await valuesOf(tx, answers.map(({ answerId }) => answerId))) {
      const of = stored.get(value.answerId)
      if (of) of.push(value)
      else stored.set(value.answerId, [value])
    }
    for (const answer of answers) {
      const counts = answer.answerStatus === 'submitted' || answer.answerStatus === 'certified'
      const expected = counts ? countedValues(await documentOfVersion(tx, answer), answer.content) : []
      if (sorted(expected) === sorted(stored.get(answer.answerId) ?? [])) continue
      wrong += 1
      await each(answer.answerId, expected)
    }
    seen += answers.length
    after = answers.at(-1)?.answerId ?? after
    if (answers.length < CHUNK) return { seen, wrong }
  }
}

const NAMED = 5

/** Looks whether the values of all answers follow from them; changes nothing. */
export async function checkValues(tx: Db): Promise<Outcome> {
  const named: string[] = []
  const { seen, wrong } = await differing(tx, async (answerId) => {
    if (named.length < NAMED) named.push(answerId)
  })
  return wrong === 0
    ? { rows: seen, text: `核对 ${seen} 份填报，统计数据全部一致` }
    : { rows: seen, text: `核对 ${seen} 份填报，${wrong} 份的统计数据与填报内容不符（编号 ${named.join('、')}${wrong > NAMED ? ' 等' : ''}），请执行“重建填报统计数据”`, bad: true }
}

/** Lays the values anew of answers from which they do not follow. */
export async function repairValues(tx: Db): Promise<Outcome> {
  const { seen, wrong } = await differing(tx, async (answerId, expected) => {
    await dropValues(tx, answerId)
    await insertValues(tx, answerId, expected)
  })
  return { rows: wrong, text: `检查 ${seen} 份填报，修正 ${wrong} 份` }
}

defineMaintenance('checkFormValues', checkValues)
defineMaintenance('repairFormValues', repairValues)

import { lettersOf, questionChoices } from '@assoc/contract/meeting/exam-question'
import { randomInt } from 'node:crypto'
import type { DrawnQuestion } from '../course/tables'

const LETTERS = 'ABCDEFGHIJ'

/** Numbers from 0 on in an order by chance (Fisher-Yates). */
function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1)
    ;[order[i], order[j]] = [order[j] as number, order[i] as number]
  }
  return order
}

/** A question as somebody gets it: choices in another order, and the letters that are right in this one. True comes before false always. */
export function drawQuestion({ questionId, questionType, stem, choices, answer }: Omit<DrawnQuestion, 'choices'> & { choices: string | null }, shuffle: boolean): DrawnQuestion {
  const given = questionChoices(questionType, choices)
  const order = shuffle && questionType !== 'trueFalse' ? shuffled(given.length) : given.map((_, i) => i)
  const right = new Set([...lettersOf(answer)].map((letter) => LETTERS.indexOf(letter)))
  return { questionId, questionType, stem, choices: order.map((i) => given[i] ?? ''), answer: order.flatMap((i, at) => (right.has(i) ? [LETTERS[at] ?? ''] : [])).join('') }
}

/** Grades answers: a question counts when all its letters are right and no other was chosen. */
export function gradeOf(questions: readonly DrawnQuestion[], answers: Readonly<Record<string, string>>): { right: number; score: number } {
  const right = questions.filter(({ questionId, answer }) => lettersOf(answers[questionId] ?? '') === answer).length
  return { right, score: questions.length === 0 ? 0 : Math.round((100 * right) / questions.length) }
}

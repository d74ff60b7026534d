import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { agrees } from '../core/field-rules'
import { choice, choiceField, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { courseLookup } from './course-lookups'
import { choicesOf } from './options'
import { course } from './permits'

export const questionType = choice('题型', { single: '单选', multiple: '多选', trueFalse: '判断' })
export type QuestionType = keyof (typeof questionType)['labels']

const LETTERS = 'ABCDEFGHIJ'
export const TRUE_FALSE = ['正确', '错误'] as const

/** The choices of a question: those that were typed, or true and false. */
export const questionChoices = (kind: unknown, typed: unknown): string[] => (kind === 'trueFalse' ? [...TRUE_FALSE] : choicesOf(typeof typed === 'string' ? typed : null))

/** Letters of an answer as they are kept: in order, each once. */
export const lettersOf = (typed: string): string => [...new Set(typed.toUpperCase().replace(/[^A-J]/g, ''))].sort().join('')

/** What is wrong with an answer beside the choices of its question; null when nothing. */
export function problemOfAnswer(kind: unknown, typed: unknown, answer: unknown): string | null {
  const count = questionChoices(kind, typed).length
  const letters = lettersOf(String(answer ?? ''))
  if (letters.length === 0) return '答案请填写选项字母，例如 A 或 ABD'
  if ([...letters].some((letter) => LETTERS.indexOf(letter) >= count)) return `答案超出选项范围（共 ${count} 项）`
  if (kind !== 'multiple' && letters.length > 1) return `${kind === 'trueFalse' ? '判断题' : '单选题'}只能有一个答案`
  return kind === 'multiple' && letters.length < 2 ? '多选题至少有两个答案' : null
}

/** A question of a course's pool. The answer is told to nobody who learns before their try has ended. */
export const examQuestion = resource({
  name: 'examQuestion',
  label: '考题',
  base: '/meeting/examQuestion',
  id: 'questionId',
  fields: {
    courseId: ref('课程', courseLookup),
    questionType: choiceField(questionType),
    stem: text('题干', 500),
    choices: agrees(onlyWhen(optionalText('选项（用 | 分隔）', 1000), 'questionType', ['single', 'multiple'], true), (value, { questionType: kind }) => {
      const given = questionChoices(kind, value)
      if (kind === 'trueFalse') return null
      return given.length < 2 ? '至少两个选项' : given.length > LETTERS.length ? `最多 ${LETTERS.length} 个选项` : null
    }),
    answer: agrees(text('答案', 20), (value, { questionType: kind, choices }) => problemOfAnswer(kind, choices, value)),
  },
  more: { courseName: withMeta(z.string(), { label: '课程' }), updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }) },
  filters: {
    keyword: optionalText('题干', 50),
    courseId: ref('课程', courseLookup).optional(),
    questionType: withMeta(z.array(questionType.schema), { label: '题型' }).optional(),
  },
  sortable: ['updateTime'],
  access: { read: course('exam:read'), insert: course('exam:update'), update: course('exam:update'), remove: course('exam:update'), export: course('exam:read'), import: course('exam:update') },
})

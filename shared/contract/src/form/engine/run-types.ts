import type { Answer, AnswerPath, Answers } from './answers'
import type { FormDoc, LookupPath } from './document'

/** What a form is filled in with besides its answers. */
export interface RunContext {
  /** The day on which it is filled in, `YYYY-MM-DD` in Asia/Shanghai. */
  today: string
  /** Answers of the period before, by the same keys. */
  previous?: Answers
  /** What the registers say of whoever it is filled in for. */
  lookups?: Partial<Record<LookupPath, string>>
}

/** What is wrong with an answer: a path (`pathText`) and a sentence. */
export interface Fault {
  path: string
  message: string
}

/** What a state follows from: the label of a question, and what is answered there. */
export interface Reason {
  path: string
  label: string
  answer: string
}

/** A form while it is filled in or checked: the same code in the browser and on the server. */
export interface Run {
  readonly doc: FormDoc
  /** Every answer that was given, also of questions that are hidden now. */
  answers(): Answers
  /** Changes an answer, and answers with the paths of everything whose value, place or duty has changed by it. */
  set(path: AnswerPath, value: Answer | undefined): string[]
  /** What an answer is now: of a hidden question nothing, of a calculated one its result. */
  value(path: string): Answer | undefined
  visible(path: string): boolean
  required(path: string): boolean
  /** Faults of what was typed; with `submit` also what is missing and rules between answers. */
  faults(submit: boolean): Fault[]
  /** Faults of one answer, a row's cells not among those of their table. */
  faultsAt(path: string, submit: boolean): Fault[]
  /** Whether an answer differs from the period before by more than the question allows, so that a reason is asked for. */
  deviates(path: string): boolean
  /** What is handed in: answers of visible questions with calculated ones, and the paths that are left out because they are hidden. */
  submission(): { answers: Answers; omitted: string[] }
  /** The answers that a question's being shown or required follows from. */
  why(path: string, what: 'visible' | 'required'): Reason[]
  /** A label with the answers that it quotes. */
  label(path: string): string
}

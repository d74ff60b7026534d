import type { Answers } from '@assoc/contract/form/engine/answers'

/** Whom an answer is about, by the registers. */
export interface About {
  company: string | null
  person: string | null
  base: string | null
}

/** No question has such a key. */
const ABOUT = '$about'

/** An answer as it is sealed: whom it is about lies with it, for beside it, it would tell of which few the answer is one. */
export const withAbout = (answers: Answers, about: About | null): string => JSON.stringify(about ? { ...answers, [ABOUT]: about } : answers)

/** The answer again, and whom it is about. */
export function apart(sealed: string): { content: string; about: About | null } {
  const { [ABOUT]: about = null, ...answers } = JSON.parse(sealed) as Answers & { [ABOUT]?: About | null }
  return { content: about ? JSON.stringify(answers) : sealed, about }
}

import type { FileRule } from '../../core/files'
import type { Answer, AnswerFile } from './answers'
import { LIMITS, type Question } from './document'

// Files, images and signatures that questions are answered with: what each takes, the same for the browser that offers them and the
// server that receives them.

/** Endings that a question for files may ask for; what is sent is known by its first bytes as well. */
export const FILE_EXTS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'jpg', 'png', 'zip', 'ofd'] as const
export const IMAGE_EXTS = ['jpg', 'png'] as const

/** Megabytes of a file: where a question says nothing, and the most that one may ask for. */
export const FILE_MB = { usual: 20, most: 50, signature: 2 } as const
/** Files of a question that says nothing else. */
const USUAL_COUNT = 5

/** Whether answers to a question are files. */
export const isFileQuestion = ({ type }: Pick<Question, 'type'>): boolean => type === 'file' || type === 'image' || type === 'signature'

const knownOf = (type: Question['type']): readonly string[] => (type === 'file' ? FILE_EXTS : IMAGE_EXTS)
/** A photograph is called jpeg by some devices; it is the same kind. */
const plainExt = (ext: string): string => (ext === 'jpeg' ? 'jpg' : ext)

/** Endings that a question asks for and nobody can send. */
export const unknownExts = ({ type, exts = [] }: Question): string[] =>
  type === 'file' || type === 'image' ? exts.filter((ext) => !knownOf(type).includes(plainExt(ext))) : []

/** What a question takes. */
export function fileRuleOf({ type, exts, max, fileMb }: Question): FileRule {
  if (type === 'signature') return { exts: IMAGE_EXTS, maxMb: FILE_MB.signature, max: 1 }
  const known = knownOf(type)
  const asked = (exts ?? []).map(plainExt).filter((ext) => known.includes(ext))
  const count = Number(max ?? USUAL_COUNT)
  return {
    exts: asked.length > 0 ? [...new Set(asked)] : known,
    maxMb: Math.min(fileMb ?? FILE_MB.usual, FILE_MB.most),
    max: Number.isInteger(count) && count > 0 ? Math.min(count, LIMITS.files) : USUAL_COUNT,
  }
}

/** Files of an answer, none where it is no list of files. */
export const filesOf = (value: Answer | undefined): AnswerFile[] =>
  Array.isArray(value) ? value.filter((one): one is AnswerFile => typeof one === 'object' && one !== null && 'fileId' in one) : []

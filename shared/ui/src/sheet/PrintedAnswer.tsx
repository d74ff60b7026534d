import type { Answer, AnswerFile } from '@assoc/contract/form/engine/answers'
import { answerText } from '@assoc/contract/form/engine/display'
import type { Option, Question } from '@assoc/contract/form/engine/document'
import { filesOf, isFileQuestion } from '@assoc/contract/form/engine/files'
import { FileLink } from '../data/kit/FileLinks'
import { AnswerPicture } from './AnswerPicture'

/** An answer as it is read: choices with their boxes, other answers as words; printed, what is not answered is a line to write on. */
export function PrintedAnswer({
  question,
  value,
  other,
  blank,
  line,
  reads,
}: {
  question: Question
  value: Answer | undefined
  other: string
  blank: boolean
  /** A line to write on where nothing stands; a cell of a table is a place to write in as it is. */
  line: boolean
  /** Whether the answer's files can be fetched. */
  reads: boolean
}) {
  const { type } = question
  if (type === 'radio' || type === 'checkbox' || (blank && type === 'select')) {
    const chosen = [value ?? []].flat() as string[]
    return (
      <span>
        {offered(question.options, chosen).map((one) => (
          <span key={one.value} style={{ marginInlineEnd: 16, whiteSpace: 'nowrap' }}>
            {chosen.includes(one.value) ? '☑' : '☐'} {one.label}
            {one.other && other ? `：${other}` : ''}
          </span>
        ))}
      </span>
    )
  }
  if (type === 'matrix') {
    const given = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, string | string[]>
    return (
      <table className="fs-table">
        <tbody>
          {offered(question.items, Object.keys(given)).map((item) => (
            <tr key={item.value}>
              <th scope="row" className="fs-cell-left">
                {item.label}
              </th>
              <td>
                {offered(question.options, Object.values(given).flat()).map((one) => (
                  <span key={one.value} style={{ marginInlineEnd: 16, whiteSpace: 'nowrap' }}>
                    {[given[item.value] ?? []].flat().includes(one.value) ? '☑' : '☐'} {one.label}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  if (isFileQuestion(question) && filesOf(value).length > 0) return <PrintedFiles question={question} files={filesOf(value)} reads={reads} />
  const text = answerText(question, value, other)
  if (text === '' && blank) return line ? <span className="fs-blank" /> : null
  if (text === '') return <span className="fs-help">—</span>
  return <span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>
}

/** Pictures of a question that are shown as such; more are named. */
const SHOWN = 6

function PrintedFiles({ question, files, reads }: { question: Question; files: readonly AnswerFile[]; reads: boolean }) {
  const pictures = question.type !== 'file' && reads && files.length <= SHOWN
  return (
    <div>
      {files.map((file) => (
        <div key={file.fileId}>
          {pictures ? <AnswerPicture file={file} reads /> : null}
          {question.type === 'signature' ? <div>{answerText(question, [file])}</div> : reads ? <FileLink file={{ fileId: file.fileId, fileName: file.name }} /> : file.name}
        </div>
      ))}
    </div>
  )
}

const offered = (options: readonly Option[] = [], chosen: readonly string[]): readonly Option[] =>
  options.filter((one) => !one.retired || chosen.includes(one.value))

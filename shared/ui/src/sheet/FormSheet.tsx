import type { AnswerFile, AnswerPath } from '@assoc/contract/form/engine/answers'
import { orderOf } from '@assoc/contract/form/engine/document'
import { useEffect, useMemo, useRef, useState } from 'react'
import { RichView } from '../rich/RichView'
import { Button, injectStyle } from '../shell'
import { SheetContext, useSheet, type OptionPlaces, type SheetMarks, type SheetMode } from './context'
import { SHEET_CSS } from './css'
import { Question } from './Question'
import { progressOf, useVersion, WHOLE, type Sheet } from './store'
import { TableAsCards, TableForm } from './TableForm'

/** Files of an answer that is kept: they can be read, and sent where the form is filled in. */
export interface SheetFiles {
  /** Sends a file, which then belongs to the answer; refused with an Error whose message is for people. */
  send?: (path: AnswerPath, file: File) => Promise<AnswerFile>
}

export interface FormSheetProps {
  sheet: Sheet
  mode?: SheetMode
  files?: SheetFiles
  marks?: SheetMarks
  /** Options with a number of places. */
  places?: readonly OptionPlaces[]
}

const NO_MARKS: SheetMarks = {}
const UNLIMITED: readonly OptionPlaces[] = []

/** From so many questions on, those out of sight are not laid out. */
const LONG = 60

/** Narrower than this a table form has no room. */
const TABLE_FROM = 640

/** A form as it is filled in, read, or printed. */
export function FormSheet({ sheet, mode = 'fill', files, marks = NO_MARKS, places = UNLIMITED }: FormSheetProps) {
  injectStyle('form-sheet', SHEET_CSS)
  const { doc } = sheet.run
  const [narrow, place] = useNarrow()
  const value = useMemo(() => ({ sheet, mode, files, marks, places }), [sheet, mode, files, marks, places])
  const keys = useMemo(() => orderOf(doc), [doc])
  const printed = mode === 'print'
  return (
    <SheetContext value={value}>
      <div ref={place} className={['fs', keys.length > LONG ? 'fs-long' : '', printed ? 'fs-print' : '', doc.table?.across ? 'fs-across' : ''].filter(Boolean).join(' ')}>
        {printed ? <h1 className="fs-title">{doc.title}</h1> : null}
        {doc.intro ? <RichView value={doc.intro} /> : null}
        {mode === 'fill' ? <Faults sheet={sheet} /> : null}
        {doc.table ? (
          narrow && mode === 'fill' ? (
            <TableAsCards keys={keys} />
          ) : (
            <TableForm doc={doc} table={doc.table} />
          )
        ) : mode === 'fill' && !marks.only ? (
          <Pages sheet={sheet} />
        ) : (
          doc.pages.map((page) => <Page key={page} sheet={sheet} page={page} titled={doc.pages.length > 1} />)
        )}
      </div>
    </SheetContext>
  )
}

/** Whether the element is too narrow for a table. */
function useNarrow(): [boolean, React.RefObject<HTMLDivElement | null>] {
  const place = useRef<HTMLDivElement>(null)
  const [narrow, setNarrow] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => setNarrow((entry?.contentRect.width ?? TABLE_FROM) < TABLE_FROM))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [narrow, place]
}

/**
 * All that the last check has found, each leading to its question. What was mended since stays in its line: a list that grew shorter
 * would move the form away under the pointer.
 */
function Faults({ sheet }: { sheet: Sheet }) {
  useVersion(sheet, WHOLE)
  const listed = sheet.listed()
  if (listed.length === 0) return null
  const open = listed.filter(({ path }) => sheet.faultAt(path) !== undefined)
  return (
    <div className="fs-faults" role="alert">
      <strong>{open.length > 0 ? `有 ${open.length} 处需要修改` : '都已修改，请再次提交'}</strong>
      <ul>
        {listed.map(({ path, message }) => (
          <li key={path}>
            {open.some((one) => one.path === path) ? (
              <button type="button" className="fs-link" onClick={() => sheet.jump(path)}>
                {message}
              </button>
            ) : (
              <span className="fs-mended">{sheet.run.label(path)}：已修改</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Pages({ sheet }: { sheet: Sheet }) {
  useVersion(sheet, WHOLE)
  const { page: said } = useSheet().marks
  const progress = progressOf(sheet)
  const at = Math.max(
    0,
    progress.findIndex((one) => one.page === sheet.page()),
  )
  const now = progress[at]
  if (!now) return null
  if (progress.length === 1) return <Page sheet={sheet} page={now.page} titled={false} />
  const turn = (to: number) => {
    const next = progress[to]
    if (next) sheet.turn(next.page)
  }
  return (
    <>
      <nav aria-label="分页">
        <ol className="fs-pages">
          {progress.map((one, i) => (
            <li key={one.page}>
              <button type="button" {...(i === at ? { 'aria-current': 'step' as const } : {})} onClick={() => turn(i)}>
                {one.title}
                <span className={one.faults > 0 ? 'fs-count fs-faulty' : 'fs-count'}>
                  {one.faults > 0 ? `${one.faults} 处有误` : `${one.answered}/${one.total}`}
                </span>
                {said?.(one.page) ? <span className="fs-count">{said(one.page)}</span> : null}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <Page sheet={sheet} page={now.page} titled={false} />
      <div className="fs-turn">
        <Button disabled={at === 0} onClick={() => turn(at - 1)}>
          上一页
        </Button>
        {at < progress.length - 1 ? <Button onClick={() => turn(at + 1)}>下一页</Button> : null}
      </div>
    </>
  )
}

function Page({ sheet, page, titled }: { sheet: Sheet; page: string; titled: boolean }) {
  const { doc } = sheet.run
  useVersion(sheet, page)
  const block = doc.blocks[page]
  if (!block || !sheet.run.visible(page)) return null
  return (
    <>
      {titled && block.title ? <h2 className="fs-page-title">{block.title}</h2> : null}
      {block.items.map((section) => (
        <Section key={section} sheet={sheet} section={section} />
      ))}
    </>
  )
}

function Section({ sheet, section }: { sheet: Sheet; section: string }) {
  useVersion(sheet, section)
  const { only } = useSheet().marks
  const block = sheet.run.doc.blocks[section]
  if (!block || !sheet.run.visible(section)) return null
  const columns = block.columns ?? 1
  const items = only ? block.items.filter(only) : block.items
  if (only && items.length === 0) return null
  return (
    <section className="fs-section" {...(block.title ? { 'aria-label': block.title } : {})}>
      {block.title ? <h2>{block.title}</h2> : null}
      <div className="fs-grid" style={{ '--fs-columns': columns } as React.CSSProperties}>
        {items.map((key) => {
          const question = sheet.run.doc.questions[key]
          const whole =
            question &&
            (question.type === 'repeat' || question.type === 'matrix' || question.type === 'note' || question.type === 'textarea')
          return (
            <Question key={key} path={key} span={Math.min(question?.span ?? (whole ? columns : 1), columns)} />
          )
        })}
      </div>
    </section>
  )
}

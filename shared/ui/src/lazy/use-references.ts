import type { Call, Lookup, RequestOf } from '@assoc/contract'
import { CODE } from '@assoc/contract'
import { ApiError, api } from '@assoc/http'
import { useEffect, useRef, useState } from 'react'
import { mayCall } from '../data/kit/resource-steps'
import { labelSeen, noteLabel, type RemoteOption } from '../data/kit/record-labels'
import { wordRow } from './references'

type Row = Record<string, unknown>

/** Records offered at a time, and of few ones. */
const PAGE = 20
const ALL = 200
/** Names of chosen records that are asked for at once. */
const AT_ONCE = 5
const PAUSE_MS = 250

export const GONE = '（已删除或无权查看）'
const FORBIDDEN = '（无权查看）'
const UNREAD = '（名称没有读取成功）'

export interface Found {
  /** What was asked for; null before the first time. */
  asked: string | null
  items: readonly (RemoteOption & { row: Row })[]
  total: number
  state: 'idle' | 'asking' | 'failed'
}

const NOTHING: Found = { asked: null, items: [], total: 0, state: 'idle' }
const QUIET = [CODE.notFound, CODE.forbidden, CODE.input]

async function ask(lookup: Lookup, word: string, filter: Row, page: number): Promise<{ items: (RemoteOption & { row: Row })[]; total: number } | null> {
  const list = await lookup.list()
  if (!mayCall(list)) return null
  const shown = lookup.few ? ALL : PAGE
  const full: Row = { ...lookup.filter, ...filter, ...(word ? { [lookup.keyword ?? 'keyword']: word } : {}), page, pageSize: shown }
  // An answer that is no page takes no number of one; one that asks for a word is not asked without.
  const wanted = list.request.safeParse(full).success ? full : { ...lookup.filter, ...filter, ...(word ? { [lookup.keyword ?? 'keyword']: word } : {}) }
  if (!list.request.safeParse(wanted).success) return null
  const answer = (await api(list, wanted as RequestOf<Call>)) as Row[] | { items: Row[]; total: number }
  const rows = Array.isArray(answer) ? answer : answer.items
  const items = rows.map((row) => ({ value: String(row[lookup.id]), label: wordRow(lookup, list, row), row }))
  for (const item of items) noteLabel(lookup, item)
  return { items, total: Array.isArray(answer) ? rows.length : answer.total }
}

/** The records that a lookup offers for what is typed, page by page; the latest question wins. */
export function useOffered(lookup: Lookup, filter: Row) {
  const [found, setFound] = useState<Found>(NOTHING)
  const latest = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const key = (word: string) => JSON.stringify([word, filter])

  const load = async (word: string, page = 1) => {
    const asked = key(word)
    latest.current = asked
    setFound((was) => ({ ...(page > 1 || was.asked === asked ? was : { ...was, asked }), state: 'asking' }))
    try {
      const answer = await ask(lookup, word, filter, page)
      if (latest.current !== asked) return
      setFound((was) => ({ asked, items: page > 1 ? [...was.items, ...(answer?.items ?? [])] : (answer?.items ?? []), total: answer?.total ?? 0, state: 'idle' }))
    } catch {
      // The refusal has been shown; what was found before stays.
      if (latest.current === asked) setFound((was) => ({ ...was, state: 'failed' }))
    }
  }
  const later = (word: string, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      void load(word)
    }, ms)
  }
  return {
    found,
    /** Asks for a word, after a pause in typing. */
    search: (word: string) => later(word, word ? PAUSE_MS : 0),
    /** Asks for the first records, unless they stand there or a word is on its way: the first key opens the options, too. */
    open: (word: string) => void (timer.current !== undefined || (found.asked === key(word) && found.state !== 'failed') ? undefined : later(word, 0)),
    /** Asks for the next page. */
    more: (word: string) => void (found.state === 'idle' && found.asked === key(word) && found.items.length < found.total ? load(word, Math.floor(found.items.length / PAGE) + 1) : undefined),
  }
}

async function nameOf(lookup: Lookup, id: string, filter: Row): Promise<string> {
  const { read } = lookup
  if (!read) {
    const list = await lookup.list()
    if (!lookup.few || !mayCall(list)) return FORBIDDEN
    await ask(lookup, '', {}, 1)
    return labelSeen(lookup, id) ?? GONE
  }
  const call = await read()
  if (!mayCall(call)) return FORBIDDEN
  try {
    // Where an id alone says too little, such as that of a record of several kinds, what the list is narrowed by goes with it.
    const wanted = [{ [lookup.id]: id }, { ...filter, [lookup.id]: id }].find((input) => call.request.safeParse(input).success)
    if (!wanted) return UNREAD
    const row = (await api(call, wanted as RequestOf<Call>, { quiet: QUIET })) as Row
    return wordRow(lookup, await lookup.list(), row) || GONE
  } catch (error) {
    return error instanceof ApiError && error.code !== CODE.fault ? GONE : UNREAD
  }
}

/** Labels of the chosen records by id: those that are known, and the others as they are read. */
export function useLabels(lookup: Lookup, chosen: readonly string[], filter: Row, known: readonly RemoteOption[]): ReadonlyMap<string, string> {
  const [read, setRead] = useState<ReadonlyMap<string, string>>(new Map())
  const given = new Map(known.map(({ value, label }) => [value, label]))
  const labels = new Map(chosen.flatMap((id): [string, string][] => {
    const label = given.get(id) ?? labelSeen(lookup, id) ?? read.get(id)
    return label === undefined ? [] : [[id, label]]
  }))
  const unnamed = chosen.filter((id) => !labels.has(id)).join()
  useEffect(() => {
    if (!unnamed) return
    let wanted = true
    const ids = unnamed.split(',')
    const next = async (): Promise<void> => {
      const some = ids.splice(0, AT_ONCE)
      if (some.length === 0 || !wanted) return
      const named = await Promise.all(some.map(async (id): Promise<[string, string]> => [id, await nameOf(lookup, id, filter).catch(() => UNREAD)]))
      if (wanted) setRead((was) => new Map([...was, ...named]))
      return next()
    }
    void next()
    return () => void (wanted = false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a lookup is a constant of the contract
  }, [unnamed])
  return labels
}

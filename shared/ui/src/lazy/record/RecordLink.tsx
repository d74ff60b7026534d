import { type AnyResource, type Lookup, viewLink } from '@assoc/contract'
import type { ViewName } from '@assoc/contract/views'
import { Link } from '@assoc/router'
import { useEffect, useState, type ReactNode } from 'react'
import { textOf } from '../../data/kit/columns'
import { mayCall } from '../../data/kit/resource-steps'
import { referencesOf } from '../references'

type Row = Record<string, unknown>

interface RecordLinkProps {
  lookup: Lookup
  view: ViewName
  id: string
  children: ReactNode
}

/** The name of another record, as a link for who may read such records. */
export function RecordLink({ lookup, view, id, children }: RecordLinkProps) {
  const [may, setMay] = useState(false)
  useEffect(() => {
    let there = true
    // What cannot be fetched leaves the name as it is.
    void (lookup.read ?? lookup.list)().then((call) => there && setMay(mayCall(call)), () => undefined)
    return () => {
      there = false
    }
  }, [lookup])
  return may ? <Link to={viewLink(view, { record: id })}>{children}</Link> : children
}

/** The fields of a row that name other records, each with its link; fields that name none are left out. */
export const linksOf = (resource: AnyResource, row: Row): Record<string, ReactNode> =>
  Object.fromEntries(
    referencesOf(resource)
      .filter(({ name, by }) => row[name] && row[by])
      .map(({ name, by, lookup, view }) => [
        by,
        <RecordLink key={by} lookup={lookup} view={view} id={String(row[name])}>
          {textOf(resource.row, by, row[by])}
        </RecordLink>,
      ]),
  )

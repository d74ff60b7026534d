import { itemOf, lookupOf, shapeOf, type AnyResource, type Lookup, viewLink } from '@assoc/contract'
import type { ViewName } from '@assoc/contract/views'
import { Link } from '@assoc/router'
import { useEffect, useState, type ReactNode } from 'react'
import { textOf } from '../../data/kit/columns'
import { mayCall } from '../../data/kit/resource-steps'
import { Flex } from '../../shell'
import { referencesOf } from '../references'
import { useLabels } from '../use-references'

type Row = Record<string, unknown>

interface RecordLinkProps {
  lookup: Lookup
  /** Where one is shown; left out for records that no view shows. */
  view: ViewName | undefined
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
  return may && view ? <Link to={viewLink(view, { record: id })}>{children}</Link> : children
}

const NONE = {}

/** The records that a field of several ids names, each with its link. */
function RecordLinks({ lookup, ids }: { lookup: Lookup; ids: readonly string[] }) {
  const labels = useLabels(lookup, ids, NONE, [])
  return (
    <Flex gap="2px 12px" wrap>
      {ids.map((id) => (
        <RecordLink key={id} lookup={lookup} view={lookup.view as ViewName | undefined} id={id}>
          {labels.get(id) ?? '…'}
        </RecordLink>
      ))}
    </Flex>
  )
}

/** Fields of several ids, each with the lookup of its records. */
const severalOf = ({ row }: AnyResource): [string, Lookup][] =>
  Object.entries(shapeOf(row) ?? {}).flatMap(([name, schema]): [string, Lookup][] => {
    const lookup = itemOf(schema) ? lookupOf(schema) : undefined
    return lookup ? [[name, lookup]] : []
  })

/** The fields of a row that name other records, each with its link; fields that name none are left out. */
export const linksOf = (resource: AnyResource, row: Row): Record<string, ReactNode> => ({
  ...Object.fromEntries(
    severalOf(resource).flatMap(([name, lookup]) => (Array.isArray(row[name]) && row[name].length > 0 ? [[name, <RecordLinks key={name} lookup={lookup} ids={row[name].map(String)} />]] : [])),
  ),
  ...Object.fromEntries(
    referencesOf(resource)
      .filter(({ name, by }) => row[name] && row[by])
      .map(({ name, by, lookup, view }) => [
        by,
        <RecordLink key={by} lookup={lookup} view={view} id={String(row[name])}>
          {textOf(resource.row, by, row[by])}
        </RecordLink>,
      ]),
  ),
})

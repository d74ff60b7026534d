import { viewLink } from '@assoc/contract'
import { Link } from '@assoc/router'
import { Fragment } from 'react'

/** Whom a demand was matched with, each leading to their record. */
export function Directors({ of: { directorIds, directorNames } }: { of: { directorIds: readonly string[]; directorNames: string | null } }) {
  const names = (directorNames ?? '').split('、')
  if (directorIds.length === 0) return '—'
  return directorIds.map((record, n) => (
    <Fragment key={record}>
      {n > 0 ? '、' : null}
      <Link to={viewLink('member/DirectorPool', { record })}>{names[n]}</Link>
    </Fragment>
  ))
}

import type { StreamedSheet } from '../../../platform/excel/excel'
import type { Principal } from '../../../platform/access/principal'
import { originSheet } from '../../../platform/resource/workbook'

/** The sheet behind the answers: who made the file, when and of what; its rows are asked for last, when `count` is known. */
export function originOf(principal: Pick<Principal, 'realName' | 'loginName'>, filter: string, count: () => number): StreamedSheet {
  const { rows: _none, ...head } = originSheet({ principal, filter }, 0)
  return { ...head, parts: () => [originSheet({ principal, filter }, count()).rows] }
}

import { ANONYMOUS_LEAST as LEAST } from '@assoc/contract/form/anonymity'

// Which figures of an anonymous round are not shown: those of fewer than five answers, and those from which they follow. Counts are of answers, and
// the number of all answers is known.

const isSmall = (count: number): boolean => count > 0 && count < LEAST
const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0)
const smallestOf = (counts: readonly number[], hidden: readonly boolean[]): number =>
  counts.reduce((best, count, i) => (!hidden[i] && count > 0 && (best < 0 || count < (counts[best] ?? 0)) ? i : best), -1)

/** Whether a yes or no of `total` answers may be shown: neither side is too small. */
export const isShown = (count: number, total: number): boolean => !isSmall(count) && !isSmall(total - count)

/**
 * Which counts are hidden where each answer is in exactly one (those that left it empty are one as well). What is hidden is known as a sum, so
 * there are at least two, and together so many that each could be from one to five: else another goes with them. It is the first in the
 * form's order: whoever knows that the smallest were taken could reckon from the others how small it is.
 */
export function hiddenOf(counts: readonly number[]): boolean[] {
  const hidden = counts.map(isSmall)
  if (!hidden.includes(true)) return hidden
  for (;;) {
    const of = counts.filter((_count, i) => hidden[i])
    const sum = sumOf(of)
    // As many as there can be of small ones alone: then each is four.
    const isFull = sum === of.length * (LEAST - 1)
    if (of.length >= 2 && sum >= of.length + LEAST - 1 && !isFull) return hidden
    const next = counts.findIndex((count, i) => !hidden[i] && count > 0)
    // Nothing but zeros is left to hide behind: then they are hidden as well, and nothing is told of this question.
    if (next < 0) return counts.map(() => true)
    hidden[next] = true
  }
}

/** Which counts are hidden where an answer may be in several: each is a yes or no by itself. A single hidden one is not left alone. */
export function hiddenOfSeveral(counts: readonly number[], total: number): boolean[] {
  const hidden = counts.map((count) => !isShown(count, total))
  if (hidden.filter(Boolean).length !== 1) return hidden
  const next = counts.findIndex((count, i) => !hidden[i] && count > 0)
  if (next < 0) return counts.map(() => true)
  hidden[next] = true
  return hidden
}

/** One side of a cross table: which of its choices are hidden by themselves, and whether an answer may be in several. */
export interface Side {
  hidden: readonly boolean[]
  several: boolean
  /** Answers in each choice, the last of a side without `several` being those that left it empty. */
  counts: readonly number[]
}

const transposed = (table: readonly (readonly number[])[]): number[][] => (table[0] ?? []).map((_one, j) => table.map((row) => row[j] ?? 0))

/**
 * Which cells of a cross table are hidden. Where each answer is in one row and one column, whole rows and columns are taken together until
 * nothing that can be reckoned from the rest is too small; where it may be in several rows, each row stands for itself.
 */
export function hiddenCells(cells: readonly (readonly number[])[], rows: Side, columns: Side, total: number): boolean[][] {
  if (rows.several) return cells.map((row, i) => (rows.hidden[i] || !isRowShown(row, rows.counts[i] ?? 0, columns, total) ? row.map(() => true) : row.map((_cell, j) => columns.hidden[j] === true)))
  if (columns.several) return transposed(hiddenCells(transposed(cells), columns, rows, total).map((row) => row.map(Number))).map((row) => row.map(Boolean))
  const taken = takenTogether(cells, rows, columns)
  return cells.map((row, i) => row.map((_cell, j) => taken.rows[i] === true || taken.columns[j] === true))
}

/** Whether those in a row and those not in it may be told apart by the columns. */
function isRowShown(row: readonly number[], rowTotal: number, columns: Side, total: number): boolean {
  if (columns.several) return row.every((cell, j) => columns.hidden[j] || [cell, rowTotal - cell, (columns.counts[j] ?? 0) - cell, total - rowTotal - (columns.counts[j] ?? 0) + cell].every((one) => !isSmall(one)))
  const apart = (list: readonly number[]) => [...list.filter((_one, j) => !columns.hidden[j]), sumOf(list.filter((_one, j) => columns.hidden[j]))]
  const [inside, all] = [apart(row), apart(columns.counts)]
  return inside.every((cell, j) => !isSmall(cell) && !isSmall((all[j] ?? 0) - cell))
}

/** Rows and columns that are taken together, so that each cell of what is left, the two remainders among them, is nought or large enough. */
function takenTogether(cells: readonly (readonly number[])[], rows: Side, columns: Side): { rows: boolean[]; columns: boolean[] } {
  const taken = { rows: [...rows.hidden], columns: [...columns.hidden] }
  const smallest = (side: 'rows' | 'columns') => smallestOf((side === 'rows' ? rows : columns).counts, taken[side])
  for (;;) {
    const small = smallCell(cells, taken)
    if (!small) return taken
    const row = small.row >= 0 ? small.row : smallest('rows')
    if (row >= 0) taken.rows[row] = true
    else if (small.column >= 0) taken.columns[small.column] = true
    else {
      const column = smallest('columns')
      if (column < 0) return { rows: taken.rows.map(() => true), columns: taken.columns.map(() => true) }
      taken.columns[column] = true
    }
  }
}

/** A cell that is too small; -1 stands for the rows, or columns, that are taken together. */
function smallCell(cells: readonly (readonly number[])[], taken: { rows: readonly boolean[]; columns: readonly boolean[] }): { row: number; column: number } | null {
  const groups = (list: readonly boolean[]) => [...list.flatMap((gone, i) => (gone ? [] : [{ at: i, members: [i] }])), { at: -1, members: list.flatMap((gone, i) => (gone ? [i] : [])) }]
  for (const row of groups(taken.rows))
    for (const column of groups(taken.columns)) if (isSmall(sumOf(row.members.map((i) => sumOf(column.members.map((j) => cells[i]?.[j] ?? 0)))))) return { row: row.at, column: column.at }
  return null
}

import type { ResponseOf } from '@assoc/contract'
import type { selectReviewMatrix, Tie } from '@assoc/contract/expert/review/assign'
import { assignStatus, recuseType } from '@assoc/contract/expert/review/kinds'

export type Matrix = ResponseOf<typeof selectReviewMatrix>
export type Item = Matrix['items'][number]
export type Expert = Matrix['experts'][number]
export type Assignment = Matrix['assignments'][number]

/** What stands where a work and an expert meet. */
export interface Cell {
  item: Item
  expert: Expert
  assignment: Assignment | undefined
  tie: Tie | undefined
  /** One or two characters that say it, and all of it in words. */
  mark: string
  said: string
  tone: 'none' | 'planned' | 'waiting' | 'accepted' | 'ended' | 'tie' | 'possible' | 'field'
}

const MARKS: Record<Assignment['assignStatus'], readonly [mark: string, tone: Cell['tone']]> = { waiting: ['待', 'waiting'], accepted: ['接', 'accepted'], declined: ['婉', 'ended'], expired: ['逾', 'ended'], recused: ['避', 'tie'], replaced: ['换', 'ended'] }

const key = (itemId: string, expertId: string) => `${itemId} ${expertId}`
export const isActive = ({ assignStatus: status }: Assignment): boolean => status === 'waiting' || status === 'accepted'

/** A batch's matrix by work and expert, with what each has so far. */
export class MatrixModel {
  readonly data: Matrix
  private readonly assignments: Map<string, Assignment>
  private readonly ties = new Map<string, Tie>()
  private readonly perItem = new Map<string, number>()
  private readonly perExpert = new Map<string, number>()

  constructor(data: Matrix) {
    this.data = data
    this.assignments = new Map(data.assignments.map((one) => [key(one.itemId, one.expertId), one]))
    for (const tie of data.ties) if (!this.ties.get(key(tie.itemId, tie.expertId))?.certain) this.ties.set(key(tie.itemId, tie.expertId), tie)
    const calibration = data.items.find(({ isCalibration }) => isCalibration)?.itemId
    for (const { itemId, expertId } of data.assignments.filter(isActive)) {
      this.perItem.set(itemId, (this.perItem.get(itemId) ?? 0) + 1)
      if (itemId !== calibration) this.perExpert.set(expertId, (this.perExpert.get(expertId) ?? 0) + 1)
    }
  }

  countOf(item: Item): number {
    return this.perItem.get(item.itemId) ?? 0
  }

  loadOf(expert: Expert): number {
    return this.perExpert.get(expert.expertId) ?? 0
  }

  /** Works that have fewer experts than they should. */
  get lacking(): number {
    return this.data.items.filter((item) => !item.isCalibration && this.countOf(item) < this.data.expertsPerItem).length
  }

  get unsent(): number {
    return this.data.assignments.filter(({ assignStatus: status, confirmBy }) => status === 'waiting' && confirmBy === null).length
  }

  cell(item: Item, expert: Expert): Cell {
    const assignment = this.assignments.get(key(item.itemId, expert.expertId))
    const tie = this.ties.get(key(item.itemId, expert.expertId))
    const base = { item, expert, assignment, tie }
    if (assignment) {
      const planned = assignment.assignStatus === 'waiting' && assignment.confirmBy === null
      const [mark, tone] = planned ? (['拟', 'planned'] as const) : MARKS[assignment.assignStatus]
      const words = [planned ? '已分配，尚未通知' : assignStatus.labels[assignment.assignStatus], assignment.submitted ? '已提交评分' : '', assignment.reason ?? '', tie && isActive(assignment) ? `可能须回避：${tie.detail}` : '']
      return { ...base, mark: tie && isActive(assignment) ? `${mark}!` : mark, tone, said: words.filter(Boolean).join('；') }
    }
    if (tie) return { ...base, mark: tie.certain ? '✕' : '?', tone: tie.certain ? 'tie' : 'possible', said: `${tie.certain ? '须回避' : '待核实'}（${recuseType.labels[tie.recuseType]}）：${tie.detail}` }
    if (item.fields.length > 0 && !item.fields.some((field) => expert.fields.includes(field))) return { ...base, mark: '·', tone: 'field', said: '专业领域不符' }
    return { ...base, mark: '', tone: 'none', said: '未分配' }
  }
}

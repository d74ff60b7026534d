import type { QuestionType } from '@assoc/contract/form/engine/document'
import { typesFor, type Proposal, type ProposedField } from '@assoc/contract/form/engine/proposal'
import { makeAutoObservable, observableRef } from 'mobx'

/** What of a sheet was recognised, while somebody goes through it: each field is taken, passed, or still to be looked at. */
export class Review {
  at = 0
  readonly proposal: Proposal
  private decided: ReadonlyMap<string, boolean> = new Map()
  private types: ReadonlyMap<string, QuestionType> = new Map()

  constructor(proposal: Proposal) {
    this.proposal = proposal
    makeAutoObservable<this, 'decided' | 'types'>(this, { proposal: false, decided: observableRef, types: observableRef }, { autoBind: true })
  }

  get fields(): readonly ProposedField[] {
    return this.proposal.fields
  }
  get isLast(): boolean {
    return this.at >= this.fields.length - 1
  }
  get open(): number {
    return this.fields.filter(({ id }) => !this.decided.has(id)).length
  }
  /** Fields that are taken, with their types. */
  get taken(): Map<string, QuestionType> {
    return new Map(this.fields.flatMap((field) => (this.decided.get(field.id) ? [[field.id, this.typeOf(field)] as const] : [])))
  }
  isTaken(id: string): boolean | undefined {
    return this.decided.get(id)
  }
  typeOf(field: ProposedField): QuestionType {
    return this.types.get(field.id) ?? field.type
  }
  go(at: number): void {
    this.at = Math.max(0, Math.min(this.fields.length - 1, at))
  }
  decide(take: boolean): void {
    const field = this.fields[this.at]
    if (!field) return
    this.decided = new Map([...this.decided, [field.id, take]])
    this.go(this.at + 1)
  }
  takeRest(): void {
    this.decided = new Map(this.fields.map(({ id }) => [id, this.decided.get(id) ?? true]))
  }
  retype(field: ProposedField, type: QuestionType): void {
    this.types = new Map([...this.types, [field.id, type]])
  }
  /** The next of the types that the field can be, or the one before. */
  turn(by: 1 | -1): void {
    const field = this.fields[this.at]
    if (!field) return
    const types = typesFor(field)
    this.retype(field, types[(types.indexOf(this.typeOf(field)) + by + types.length) % types.length] ?? field.type)
  }
}

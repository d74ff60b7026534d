import { pathOf, withAnswer, type Answer, type AnswerPath, type Answers } from '@assoc/contract/form/engine/answers'
import { DraftKeeper, type SheetStore } from '@assoc/ui'

/** Pause after the last key until it is kept, ms; nothing is sent anywhere. */
const PAUSE = 400

/** Keeps the answers of an anonymous form in this browser alone, encrypted, until they are handed in. */
export class LocalDraft {
  /** What was typed, as it is handed in. */
  answers: Answers = {}
  private readonly keeper: DraftKeeper

  constructor(
    taskId: string,
    private readonly sheet: () => SheetStore,
  ) {
    this.keeper = new DraftKeeper(`expert/anonymous/${taskId}`, PAUSE, { here: true })
    this.note = this.note.bind(this)
  }

  note(path: AnswerPath, value: Answer | undefined): void {
    this.answers = withAnswer(this.answers, path, value)
    this.keeper.note(this.answers)
  }

  /** What was typed before this browser was last closed stands in the form again; answers how much it was. */
  async recover(): Promise<number> {
    const draft = await this.keeper.find()
    const entries = Object.entries((draft?.content as Answers | undefined) ?? {})
    for (const [key, value] of entries) {
      const path = pathOf(key)
      if (!path || value === undefined) continue
      this.sheet().take(path, value)
      this.answers = withAnswer(this.answers, path, value)
    }
    return entries.length
  }

  /** It was handed in: nothing of it stays here. */
  drop(): Promise<void> {
    this.answers = {}
    return this.keeper.drop()
  }

  close(): void {
    this.keeper.close()
  }
}

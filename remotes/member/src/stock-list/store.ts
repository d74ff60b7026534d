import type { ResponseOf } from '@assoc/contract'
import {
  confirmStockList,
  downloadStockListErrors,
  downloadStockListTemplate,
  type matchResult,
  selectStockListBatch,
  uploadStockList,
} from '@assoc/contract/member/stock-list'
import { IMPORT_MAX_BYTES } from '@assoc/contract/platform/work'
import { ApiError, api, download, newKey, saveAs, upload } from '@assoc/http'
import { CODE } from '@assoc/contract'
import { makeAutoObservable, runInAction } from 'mobx'

export type Batch = ResponseOf<typeof uploadStockList>
export type MatchResult = (typeof matchResult.keys)[number]

const REFUSED: readonly MatchResult[] = ['conflict', 'invalid']
const WRITTEN: readonly MatchResult[] = ['insert', 'update', 'codeChange']

/** State of one import: the file, what it would do, and what it did. */
export class StockListStore {
  step: 'file' | 'check' | 'result' = 'file'
  batch: Batch | null = null
  /** Percent of the upload; null while nothing is sent. */
  progress: number | null = null
  writing = false
  error: string | null = null
  /** How to write: null until a file with bad rows was decided on. */
  goodOnly: boolean | null = null
  private intent = newKey()

  constructor() {
    makeAutoObservable<this, 'intent'>(this, { intent: false }, { autoBind: true })
  }

  count(results: readonly MatchResult[]): number {
    return results.reduce((sum, result) => sum + (this.batch?.counts[result] ?? 0), 0)
  }

  /** Rows that cannot be written. */
  get refused(): number {
    return this.count(REFUSED)
  }

  /** Rows that would change or add a company. */
  get writable(): number {
    return this.count(WRITTEN)
  }

  get same(): number {
    return this.count(['same'])
  }

  get busy(): boolean {
    return this.progress !== null || this.writing
  }

  chooseGoodOnly(goodOnly: boolean): void {
    this.goodOnly = goodOnly
    this.error = null
    this.intent = newKey()
  }

  /** Sends the file; what is wrong with it is said in `error`. */
  async send(file: File): Promise<void> {
    this.error = validate(file)
    if (this.error) return
    this.progress = 0
    try {
      const batch = await upload(uploadStockList, {}, file, file.name, {
        quiet: [CODE.input],
        onProgress: (sent, total) => runInAction(() => (this.progress = Math.round((sent / Math.max(1, total)) * 100))),
      })
      runInAction(() => {
        this.take(batch)
        this.step = 'check'
      })
    } catch (error) {
      runInAction(() => (this.error = sentenceOf(error)))
    } finally {
      runInAction(() => (this.progress = null))
    }
  }

  /** Takes up a batch that was uploaded before, where it was left. */
  async reopen(batchId: string): Promise<void> {
    this.restart()
    try {
      const batch = await api(selectStockListBatch, { batchId })
      runInAction(() => {
        this.take(batch)
        this.step = batch.batchStatus === 'checked' ? 'check' : 'result'
      })
    } catch (error) {
      runInAction(() => (this.error = sentenceOf(error)))
    }
  }

  /** What the batch comes to now: nothing is left to decide where no row is bad any more. */
  take(batch: Batch): void {
    this.batch = batch
    this.goodOnly = this.refused > 0 ? this.goodOnly || null : false
    this.intent = newKey()
  }

  /** Writes the batch; true when rows were written. A refusal is said in `error` and changes nothing. */
  async confirm(): Promise<boolean> {
    if (!this.batch || this.goodOnly === null || this.writing) return false
    this.writing = true
    this.error = null
    try {
      const batch = await api(
        confirmStockList,
        { batchId: this.batch.batchId, goodOnly: this.goodOnly },
        { idempotencyKey: this.intent, quiet: [CODE.input] },
      )
      runInAction(() => {
        this.batch = batch
        this.step = 'result'
      })
      return batch.writtenRows > 0
    } catch (error) {
      // Only a lost answer is asked for again under the same key.
      if (error instanceof ApiError) this.intent = newKey()
      runInAction(() => (this.error = sentenceOf(error)))
      return false
    } finally {
      runInAction(() => (this.writing = false))
    }
  }

  /** Begins anew with another file. */
  restart(): void {
    this.step = 'file'
    this.batch = null
    this.error = null
    this.goodOnly = null
    this.intent = newKey()
  }

  async saveErrors(): Promise<void> {
    const { batch } = this
    if (batch) await this.save(() => download(downloadStockListErrors, { batchId: batch.batchId }))
  }

  saveTemplate(): Promise<void> {
    return this.save(() => download(downloadStockListTemplate, {}))
  }

  private async save(get: () => Promise<{ blob: Blob; fileName: string }>): Promise<void> {
    try {
      const file = await get()
      saveAs(file.blob, file.fileName)
    } catch (error) {
      runInAction(() => (this.error = sentenceOf(error)))
    }
  }
}

// What the browser can see of a file by itself; the server checks again.
function validate(file: File): string | null {
  if (!/\.(xlsx|xls|csv|txt|tsv)$/i.test(file.name)) return '请上传 xlsx、xls 或 csv 文件'
  if (file.size === 0) return '文件是空的'
  return file.size > IMPORT_MAX_BYTES ? `文件不能超过 ${IMPORT_MAX_BYTES / 1024 / 1024} MB` : null
}

const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，没有完成，请重试'

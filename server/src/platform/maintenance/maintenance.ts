import type { Db } from '../database/database'
import type { Platform } from '../platform'

/** What became of a maintenance job. */
export interface Outcome {
  /** Rows changed, or looked at where nothing is changed. */
  rows: number
  text: string
  /** The job has found what must not be. */
  bad?: boolean
}

/** Runs in one transaction, so that a job that fails leaves nothing half done. */
export type MaintenanceJob = (tx: Db, platform: Platform) => Promise<Outcome>

const jobs = new Map<string, MaintenanceJob>()

/** An area's job of the maintenance list, under its code of the contract. */
export const defineMaintenance = (code: string, job: MaintenanceJob): void => void jobs.set(code, job)

export const maintenanceNamed = (code: string): MaintenanceJob | undefined => jobs.get(code)

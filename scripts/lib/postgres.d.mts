export interface RunningPostgres {
  url: string
  consoleUrl: string
  adminUrl: string
  folder: string
  port: number
  pid: number
  exited: Promise<unknown>
  stop(): Promise<void>
  again(): Promise<RunningPostgres>
  keep(): void
}
export function startPostgres(options: { dataDir: string; log?: (line: string) => void; durable?: boolean; settings?: Record<string, string | number>; provisional?: boolean }): Promise<RunningPostgres>
export function removePostgres(options: { dataDir: string }): Promise<void>

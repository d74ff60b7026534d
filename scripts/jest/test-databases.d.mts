import type { Client } from 'pg'

export function onCluster<T>(work: (client: Client) => Promise<T>): Promise<T>
export function databaseUrl(name: string): string
export function grantLater(name: string): Promise<void>
export function consoleUrl(name: string): string
export function beginRun(): Promise<string>
export function endRun(): Promise<void>
export function templateName(): string
export function createDatabase(name: string, template?: string): Promise<void>
export function dropDatabase(name: string): Promise<void>
export function createDemo(name: string, dataDir: string, from: string | undefined, lay: (databaseUrl: string, dataDir: string, name: string) => Promise<void>, more?: { name: string; fill: (databaseUrl: string) => Promise<void> }): Promise<void>

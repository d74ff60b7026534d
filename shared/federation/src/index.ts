export * from './registry'
export * from './view'
export * from './loader'
export * from './verify'

export * from './client'
export * from './environment'
export * from './format'
export * from './key'

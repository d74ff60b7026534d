/**
 * All that the product uses of antd and of its own kit, under one name. What is loaded when is the build's business: the parts
 * stand in package.json, and a remote is linked to those that it needs (shared/federation/build/ui-parts.mjs).
 */
export * from './shell'
export * from './data'
export * from './form'

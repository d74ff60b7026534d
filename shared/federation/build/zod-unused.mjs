// What browsers never use of zod: JSON schema in both directions, ahead-of-time compilation, and its fifty
// languages, English among them (the contract words all messages, see `core/messages.ts`). The
// host's build puts this file in their place, which takes 500 KB of source out of the first load. The server, which writes
// the OpenAPI document, uses zod whole.
const unused = () => {
  throw new Error('this part of zod is not in the browser')
}
export const createToJSONSchemaMethod = () => unused
export const createStandardJSONSchemaMethod = () => unused
export const fromJSONSchema = unused
export const toJSONSchema = unused
export const compile = unused
export const compileFn = unused
export const withParser = unused
export const initializeContext = unused
export const handleUnrepresentable = unused
export const process = unused
export const processSchema = unused
export const extractDefs = unused
export const finalize = unused
export const JSONSchemaGenerator = unused
export const INVALID = Symbol.for('zod.compile.invalid')
export class ZodCompileAsyncError extends Error {}
export class ZodCompileUnsupportedError extends Error {}
export default () => ({})

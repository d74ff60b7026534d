'use strict'

/**
 * A loader for zod's `classic/schemas.js`: each kind of schema sets how it is written as JSON schema, which no browser asks for, and what it
 * names is 35 KB of source. Without these lines nothing names it. Throws when a newer zod words them otherwise, or the saving would go unseen.
 */
module.exports = function lean(source) {
  const lean = source.replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
  if (/processJSONSchema/.test(lean) || lean === source) throw new Error('zod writes processJSONSchema in another way than zod-lean.cjs knows.')
  return lean
}

import { defineView } from '@assoc/federation'
import type { SessionStore } from '@assoc/session'

// Proven by the type check: without its error, an expectation does not compile.
test('a misspelt permit does not compile in a view, nor where a page asks for it', () => {
  // @ts-expect-error -- no such permit
  expect(defineView({ title: '年度会费账单', access: 'fee:bill:reads' }).title).toBe('年度会费账单')
  // @ts-expect-error -- no such permit
  const asks = (session: SessionStore) => session.has('fee:bill:reads')
  expect(asks).toHaveLength(1)
})

import { availableParallelism } from 'node:os'
import { fromServer } from '../lib/packages.mjs'
import { serve } from '../lib/processes.mjs'

// What the password hash alone allows: nothing but verify, as many at once as the server lets run.

serve(async ({ hash, password }) => {
  const { verify } = await fromServer('@node-rs/argon2')
  return {
    ready: true,
    stop: async () => undefined,
    async answer({ seconds }) {
      const end = performance.now() + seconds * 1000
      const begin = performance.now()
      let done = 0
      const one = async () => {
        while (performance.now() < end) {
          if (!(await verify(hash, password))) throw new Error('the password does not fit')
          done += 1
        }
      }
      await Promise.all(Array.from({ length: availableParallelism() }, one))
      return { rate: done / ((performance.now() - begin) / 1000) }
    },
  }
})

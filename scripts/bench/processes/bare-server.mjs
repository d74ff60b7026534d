import http from 'node:http'
import { fromServer } from '../lib/packages.mjs'
import { serve } from '../lib/processes.mjs'

// The least that answers the same question: node:http, pg, the same SQL under the same prepared names, the same pool. No
// session, no access, no schema, no audit, no envelope.

serve(async ({ databaseUrl, poolSize, answers }) => {
  const pg = await fromServer('pg')
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
  const known = new Map(answers.map(({ path, body, statements }) => [body === undefined ? path : `${path} ${body}`, statements]))

  const server = http.createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (piece) => (text += piece))
    request.on('end', async () => {
      try {
        const body = JSON.parse(text)
        const statements = known.get(`${request.url} ${text}`) ?? known.get(request.url)
        const results = await Promise.all(statements.map((s) => pool.query({ ...s, values: filled(s.values, body) })))
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        response.end(JSON.stringify(results.length === 1 ? results[0].rows : results.map((r) => r.rows)))
      } catch (error) {
        response.writeHead(500)
        response.end(String(error))
      }
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ready: `http://127.0.0.1:${server.address().port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await pool.end()
    },
    answer: () => ({}),
  }
})

/** `{ field }` in a recorded value stands for that field of the request. */
const filled = (values, body) => values.map((v) => (Array.isArray(v) ? filled(v, body) : v?.field ? body[v.field] : v))

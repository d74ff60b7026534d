import { pathToFileURL } from 'node:url'
import { at } from '../../lib/root.mjs'
import { fromServer } from '../lib/packages.mjs'
import { serve } from '../lib/processes.mjs'

// The console's own server from its bundle, in a process of its own. It can tell which SQL a call runs, so that the bare
// server beside it runs the very same.

serve(async (options) => {
  const { startServer } = await import(pathToFileURL(at('server/dist/main.mjs')).href)
  const server = await startServer({ ...options, env: process.env })
  return {
    ready: server.url,
    stop: () => server.close(),
    answer: ({ record }) => (record ? startRecording() : stopRecording()),
  }
})

let original
let statements = []

async function startRecording() {
  const { Client } = await fromServer('pg')
  statements = []
  original = Client.prototype.query
  Client.prototype.query = function query(given, values, ...rest) {
    const { text, name, values: own } = typeof given === 'string' ? { text: given } : given
    if (text) statements.push({ text, name, values: own ?? (Array.isArray(values) ? values : []) })
    return original.call(this, given, values, ...rest)
  }
  return { recording: true }
}

async function stopRecording() {
  const { Client } = await fromServer('pg')
  Client.prototype.query = original
  return { statements }
}

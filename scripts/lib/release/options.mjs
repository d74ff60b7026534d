import { parseArgs } from 'node:util'
import { Problem } from '../problem.mjs'

const USAGE = 'pnpm release <remote> [--to <version> | --to previous] [--canary 10% | --canary group:<user group>] [--end-canary] [--list] [--keep 5] [--days 30] [--dry-run]'

/** Reads what is wanted: `{ name, action, to, rule, keep, dryRun }`, action being release, switch, endCanary or list; a `Problem` when it cannot be meant. */
export function readWish(args, remotes) {
  let parsed
  try {
    parsed = parseArgs({
      args: args.filter((word) => word !== '--'),
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        canary: { type: 'string' },
        'end-canary': { type: 'boolean' },
        list: { type: 'boolean' },
        keep: { type: 'string', default: '5' },
        days: { type: 'string', default: '30' },
        'dry-run': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}: ${USAGE}.`)
  }
  const { values, positionals } = parsed
  const names = remotes.length > 0 ? `there are ${remotes.join(', ')}` : 'there is none yet'
  const [name, ...more] = positionals
  if (!name) throw new Problem(`Name the remote to release: ${names}. ${USAGE}.`)
  if (more.length > 0) throw new Problem(`pnpm release takes one remote at a time, not "${positionals.join(' ')}": ${names}.`)
  // A remote that has left this checkout may still be live: it can be listed and taken back.
  const own = remotes.includes(name)
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name) || (!own && !values.to && !values.list && !values['end-canary'])) throw new Problem(`There is no remote "${name}" to release: ${names}.`)
  if (values.to === '') throw new Problem('--to takes a version, the beginning of one, or "previous".')
  if (values['end-canary'] && (values.canary !== undefined || values.to !== undefined)) throw new Problem('--end-canary stands alone: it gives everybody what is live for everybody.')
  if (values.list && (values.canary !== undefined || values.to !== undefined || values['end-canary'])) throw new Problem('--list only shows: leave the other wishes out.')
  return {
    name,
    action: values.list ? 'list' : values['end-canary'] ? 'endCanary' : values.to !== undefined ? 'switch' : 'release',
    to: values.to,
    rule: readRule(values.canary),
    keep: { versions: whole(values.keep, 'keep', 1), days: whole(values.days, 'days', 0) },
    dryRun: values['dry-run'] ?? false,
  }
}

function readRule(text) {
  if (text === undefined) return { kind: 'all' }
  const percent = /^(\d{1,2})%?$/.exec(text)?.[1]
  if (percent && Number(percent) > 0) return { kind: 'percent', percent: Number(percent) }
  const group = /^group:(.{1,60})$/u.exec(text)?.[1]?.trim()
  if (group) return { kind: 'group', group }
  throw new Problem(`--canary ${text} is neither a share from 1% to 99% nor group:<name of a user group>.`)
}

function whole(text, name, least) {
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value < least) throw new Problem(`--${name} ${text} must be a whole number, ${least} at least.`)
  return value
}

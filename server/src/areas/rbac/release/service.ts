import { CODE } from '@assoc/contract'
import { allPermits } from '@assoc/contract/all'
import { fitsHostApi, type Registry, type RemoteRelease, type Rule } from '@assoc/contract/platform/release'
import type { noteReleases, selectOwnGroups } from '@assoc/contract/rbac/own'
import type { endCanary, selectReleases, startCanary, switchRelease } from '@assoc/contract/rbac/release'
import { Refusal, UserFacingError, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { asCanary, forEverybody, parsed, withoutCanaries } from '../../../platform/releases/publish'
import type { ReleaseKey } from '../../../platform/releases/key'
import type { ReleaseStore, StoredRegistry } from '../../../platform/releases/store'
import { TrustedStore, type TrustedVersion } from '../../../platform/releases/trusted'
import * as repository from './repository'

export const ownGroups = async ({ db, principal }: Context<typeof selectOwnGroups>) => ({ groups: await repository.groupsOf(db, principal.userId) })

export async function note({ db, principal, input }: Context<typeof noteReleases>) {
  // Of a remote that is named twice the last counts; one statement cannot touch a row twice.
  const loaded = [...new Map(input.loaded.map((l) => [l.name, l])).values()]
  await repository.noteLoaded(db, principal.sessionId, loaded)
  return {}
}

/** The store, of which nothing is read, let alone signed again, that bears no signature of ours. */
const trustedOf = ({ releases }: Platform) => new TrustedStore(releases.store, releases.keys)

/** The registry; refuses one that cannot be read or that somebody else has written. */
async function registryOf(platform: Platform): Promise<StoredRegistry | undefined> {
  try {
    return await trustedOf(platform).registry()
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    platform.log.error({ err: error }, 'the registry of releases is refused')
    throw refuse.inUse('发布清单没有可信的签名，可能已被改动，不能查看和切换。请系统管理员恢复最近一份正确的清单')
  }
}

const audienceOf = (rule: Rule): string => (rule.kind === 'all' ? '全员' : rule.kind === 'percent' ? `${rule.percent}% 人员` : `用户组「${rule.group}」`)

/** What people get of a module, in words for the log. */
const releasedWords = (remotes: readonly RemoteRelease[], name: string): string => remotes.filter((r) => r.name === name).map((r) => `${r.version} ${audienceOf(r.rule)}`).join('；')

const moduleNameOf = (remote: string): string => allPermits.find((p) => p.module === remote)?.moduleName ?? remote

/** Names of the remotes that are released. */
const namesOf = (registry: Registry): string[] => [...new Set(registry.remotes.map((r) => r.name))].sort()

/** All versions with who released them, who uses them and what failed. */
export async function list({ db, platform }: Context<typeof selectReleases>) {
  const { key } = platform.releases
  const store = trustedOf(platform)
  const registry = parsed(await registryOf(platform))
  const [sessions, failures, switchers, groups] = await Promise.all([repository.sessionsByVersion(db), repository.failuresByVersion(db), repository.switchersOf(db), repository.allGroups(db)])
  const items = []
  const refused: { name: string; moduleName: string; version: string }[] = []
  for (const name of namesOf(registry)) {
    for (const version of await store.refused(name)) refused.push({ name, moduleName: moduleNameOf(name), version })
    const total = sessions.filter((s) => s.remote === name).reduce((sum, s) => sum + Number(s.sessions), 0)
    for (const { manifest, time } of await store.versions(name)) {
      const own = <T extends { remote: string; version: string }>(rows: readonly T[]) => rows.find((r) => r.remote === name && r.version === manifest.version)
      const live = registry.remotes.filter((r) => r.name === name && r.version === manifest.version)
      const used = Number(own(sessions)?.sessions ?? 0)
      const failed = own(failures)
      items.push({
        name,
        moduleName: moduleNameOf(name),
        version: manifest.version,
        state: live.some((r) => r.rule.kind === 'all') ? ('live' as const) : live.length > 0 ? ('canary' as const) : ('kept' as const),
        audience: live.map((r) => audienceOf(r.rule)).join('、'),
        releaseTime: time.toISOString(),
        releasedBy: own(switchers)?.user_name ?? manifest.releasedBy ?? null,
        hostApi: manifest.hostApi,
        fits: fitsHostApi(manifest.hostApi),
        viewCount: manifest.views.length,
        sessions: used,
        share: total > 0 ? Math.round((used / total) * 100) : 0,
        failures: Number(failed?.failures ?? 0),
        lastFailure: failed?.last_message ?? null,
      })
    }
  }
  return { serial: registry.serial, issuedTime: registry.issuedTime, signs: key !== null, groups, items, refused }
}

interface Change {
  name: string
  serial: number
  reason: string
  action: 'switch' | 'canary' | 'endCanary'
  audience: string
  /** The live releases after the change, and the version that it is about; refuses what is none. */
  plan: (remotes: RemoteRelease[]) => { version: string; remotes: RemoteRelease[] }
}

const changedByOthers = (serial: number) => new Refusal(CODE.conflict, '发布清单刚被他人更改，请刷新后再操作', { current: { serial } })

/** How often a registry whose lock is held is tried, and the pause between in milliseconds. */
const TRIES = 20
const PAUSE_MS = 60

/** Signs the next registry and puts it in the place of exactly the one that was looked at; who comes second is refused, also when they want the same. */
async function replace(store: ReleaseStore, key: ReleaseKey, before: StoredRegistry | undefined, remotes: RemoteRelease[]): Promise<number> {
  const serial = parsed(before).serial + 1
  const signed = key.sign({ serial, issuedTime: new Date().toISOString(), remotes })
  for (let tries = 0; tries < TRIES; tries++) {
    if (await store.switchTo(signed, before)) return serial
    const now = await store.registry()
    if (now?.etag !== before?.etag) throw changedByOthers(parsed(now).serial)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw refuse.inUse('发布清单正在被更改，请稍后再试')
}

/**
 * Notes and carries out a change of the registry, unless it is another than the person has looked at. The switch is no
 * part of the transaction and comes after the note: one that cannot be written leaves the registry as it was. Should the
 * transaction break after the switch, the registry is ahead, and its serial tells so.
 */
async function carryOut({ db, principal, audit, platform }: Pick<Context<typeof switchRelease>, 'db' | 'principal' | 'audit' | 'platform'>, change: Change) {
  const { store, key } = platform.releases
  if (!key) throw refuse.inUse('本服务器没有发布密钥，请在发布端用命令行切换')
  const { name, action, audience, reason } = change
  const stored = await registryOf(platform)
  const before = parsed(stored)
  if (before.serial !== change.serial) throw changedByOthers(before.serial)
  const { version, remotes } = change.plan(before.remotes)
  const switchId = await repository.insertSwitch(db, { serial: before.serial + 1, remote: name, version, action, audience, reason, userId: principal.userId, userName: principal.realName })
  audit({
    recordType: 'release',
    recordId: switchId,
    verb: action,
    reason,
    before: { audience: releasedWords(before.remotes, name) },
    after: { moduleName: moduleNameOf(name), audience: releasedWords(remotes, name) },
  })
  return { serial: await replace(store, key, stored, remotes) }
}

async function versionOf(platform: Platform, name: string, version: string): Promise<TrustedVersion> {
  const store = trustedOf(platform)
  const found = (await store.versions(name)).find((v) => v.version === version)
  if (!found && (await store.refused(name)).includes(version)) throw refuse.inUse('该版本没有可信的发布签名，不能启用，请在发布端重新发布')
  if (!found) throw refuse.notFound()
  if (!(await store.isWhole(found))) throw refuse.inUse('该版本的文件缺失，或与发布时不一致，不能启用，请在发布端重新发布')
  if (!fitsHostApi(found.manifest.hostApi)) throw refuse.inUse(`该版本需要的控制台接口为 ${found.manifest.hostApi}，与当前控制台不匹配`)
  return found
}

/** The release of a module that everybody gets. */
const forAll = (remotes: readonly RemoteRelease[], name: string) => remotes.find((r) => r.name === name && r.rule.kind === 'all')
const hasCanary = (remotes: readonly RemoteRelease[], name: string) => remotes.some((r) => r.name === name && r.rule.kind !== 'all')

/** Gives a version to everybody. B00005 when everybody has it already. */
export async function switchTo(context: Context<typeof switchRelease>) {
  const { platform, input } = context
  const { name, version } = input
  const { manifest } = await versionOf(platform, name, version)
  const plan: Change['plan'] = (remotes) => {
    // With a canary beside it, it is the end of that.
    if (forAll(remotes, name)?.version === version && !hasCanary(remotes, name)) throw refuse.badTransition()
    return { version, remotes: forEverybody(platform.releases.store, remotes, manifest) }
  }
  return carryOut(context, { ...input, action: 'switch', audience: '全员', plan })
}

/** Gives a version to a share of the people or to a group, beside the one for everybody. */
export async function canary(context: Context<typeof startCanary>) {
  const { platform, input, db } = context
  const { name, version, percent, group } = input
  if (group && !(await repository.allGroups(db)).includes(group)) throw refuse.field('group', '没有这个用户组')
  const { manifest } = await versionOf(platform, name, version)
  const rule: Exclude<Rule, { kind: 'all' }> = group ? { kind: 'group', group } : { kind: 'percent', percent: percent ?? 0 }
  const plan: Change['plan'] = (remotes) => {
    const all = forAll(remotes, name)
    if (!all) throw refuse.inUse('该模块还没有全员版本，不能灰度')
    if (all.version === version) throw refuse.field('version', '该版本已是全员版本，无需灰度')
    return { version, remotes: asCanary(platform.releases.store, remotes, manifest, rule) }
  }
  return carryOut(context, { ...input, action: 'canary', audience: audienceOf(rule), plan })
}

/** Ends the canaries of a remote. B00005 when it has none. */
export async function stopCanary(context: Context<typeof endCanary>) {
  const { name } = context.input
  const plan: Change['plan'] = (remotes) => {
    const all = forAll(remotes, name)
    if (!all || !hasCanary(remotes, name)) throw refuse.badTransition()
    return { version: all.version, remotes: withoutCanaries(remotes, name) }
  }
  return carryOut(context, { ...context.input, action: 'endCanary', audience: '全员', plan })
}

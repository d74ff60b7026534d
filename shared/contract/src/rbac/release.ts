import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, optionalText, text, withMeta } from '../core/fields'
import { releaseVersion, remoteName } from './own'
import { rbac } from './permits'

export const releaseState = choice('发布状态', { live: '全员', canary: '灰度', kept: '已下线' }, { live: 'green', canary: 'amber', kept: 'grey' })

export const releaseRow = z.object({
  name: remoteName,
  /** As people call the module: 会员管理. */
  moduleName: withMeta(z.string(), { label: '模块' }),
  version: releaseVersion,
  state: releaseState.schema,
  /** Whom a canary is for: 10% or a group. */
  audience: withMeta(z.string(), { label: '范围' }),
  releaseTime: withMeta(z.string(), { label: '发布时间', show: 'instant' }),
  releasedBy: withMeta(z.string().nullable(), { label: '发布人' }),
  hostApi: withMeta(z.string(), { label: '所需控制台接口' }),
  fits: z.boolean(),
  viewCount: withMeta(z.number().int(), { label: '页面数', show: 'count' }),
  /** Sessions that have it loaded, and their share of those of its remote, in per cent. */
  sessions: withMeta(z.number().int(), { label: '使用会话', show: 'count' }),
  share: withMeta(z.number().int(), { label: '占比（%）' }),
  /** Load failures that browsers reported in the last seven days. */
  failures: withMeta(z.number().int(), { label: '加载失败（7 天）', show: 'count' }),
  lastFailure: withMeta(z.string().nullable(), { label: '最近一次失败' }),
})

/** All versions that the store holds, newest first in each remote. */
export const selectReleases = call({
  path: '/user/release/selectReleases',
  title: '查询发布',
  access: rbac('release:read'),
  background: true,
  request: body({}),
  response: z.object({
    serial: z.number().int(),
    issuedTime: z.string(),
    /** Whether this server can sign; where it cannot, releases are switched on the command line. */
    signs: z.boolean(),
    groups: z.array(z.string()),
    items: z.array(releaseRow),
    /** Versions that lie in the store without a signature of this installation; they cannot be given to anybody. */
    refused: z.array(z.object({ name: remoteName, moduleName: z.string(), version: releaseVersion })),
  }),
})

/** The registry that the person has looked at; a change made meanwhile is a conflict. */
const serial = withMeta(z.number().int().min(0), { label: '清单序号' })

/** Gives a version to everybody: a take-back, or the end of a canary. */
export const switchRelease = call({
  path: '/user/release/switchRelease',
  title: '切换发布版本',
  access: rbac('release:switch'),
  write: true,
  request: body({ name: remoteName, version: releaseVersion, serial, reason: text('原因', 200) }),
  response: z.object({ serial: z.number().int() }),
})

const oneAudience = (v: { percent?: number | null | undefined; group?: string | null | undefined }, context: z.core.$RefinementCtx) => {
  if (!v.percent === !v.group) context.addIssue({ code: 'custom', path: ['percent'], message: '请填写比例或选择用户组，二者选一' })
}

/** Gives a version to a share of the people or to a group. */
export const startCanary = call({
  path: '/user/release/startCanary',
  title: '灰度发布',
  access: rbac('release:switch'),
  write: true,
  request: body({
    name: remoteName,
    version: releaseVersion,
    serial,
    percent: withMeta(z.number({ error: '请填写比例' }).int('比例须为整数').min(1, '比例须在 1 到 99 之间').max(99, '比例须在 1 到 99 之间'), { label: '比例（%）' }).nullish(),
    group: optionalText('用户组', 60),
    reason: text('原因', 200),
  }).superRefine(oneAudience, { when: () => true }),
  response: z.object({ serial: z.number().int() }),
})

/** Ends the canaries of a remote; everybody gets the release for everybody again. */
export const endCanary = call({
  path: '/user/release/endCanary',
  title: '结束灰度',
  access: rbac('release:switch'),
  write: true,
  request: body({ name: remoteName, serial, reason: text('原因', 200) }),
  response: z.object({ serial: z.number().int() }),
})

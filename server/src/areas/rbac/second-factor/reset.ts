import { viewLink } from '@assoc/contract'
import { secondFactorReset as contract } from '@assoc/contract/rbac/second-factor-reset'
import { holdersOf } from '../../../platform/access/load-principal'
import { writeAudit } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { mountResource } from '../../../platform/resource/mount'
import { grantRole, seedMenus, type Seed } from '../../../platform/seed'
import { notify } from '../../../platform/notifications/notify'
import { requireCovers } from '../role/guard'
import * as factors from './repository'
import * as repository from './reset.repository'

const PERMIT = 'rbac:user:resetFactor'
const OWN_FACTOR = viewLink('rbac/PersonalCenter', { part: 'factor' })
const recordLink = (resetId: string) => viewLink('rbac/SecondFactorReset', { record: resetId })
const ACTION = '重置其二次验证'
const ASKED_BY_YOU = '本人提出的申请须由其他管理员确认'
const ABOUT_YOU = '不能办理关于本人的重置申请'

const seed: Seed = {
  name: 'rbac.secondFactorReset',
  order: 15,
  run: async (db) => {
    await seedMenus(db, [{ menuId: 7031, parentId: 7000, menuName: '二次验证重置', menuPath: '/systemManage/secondFactorReset', menuLink: 'rbac/SecondFactorReset', sortNo: 18 }], ['SYS_ADMIN', 'SEC_ADMIN'])
    await grantRole(db, 'SYS_ADMIN', [PERMIT])
    await grantRole(db, 'SEC_ADMIN', [PERMIT])
  },
}

const runtime = mountResource(contract, {
  table: 'second_factor_reset',
  computed: repository.resetComputed,
  order: { field: 'createTime', direction: 'desc' },
  createdBy: 'ask_by',
  constraints: {
    second_factor_reset_pending: () => refuse.field('userId', '该用户已有待确认的重置申请'),
    second_factor_reset_two: () => refuse.forbidden(ASKED_BY_YOU),
  },
  nameOf: (row) => row.realName,
  todos: [{ label: '待确认的二次验证重置', status: 'pending', permit: PERMIT }],
  may: (principal, row, verb) => {
    if (verb === 'withdraw') return row.askBy === principal.userId || '只有申请人可以撤回'
    if (verb === 'approve' || verb === 'reject') return row.userId === principal.userId ? ABOUT_YOU : row.askBy === principal.userId ? ASKED_BY_YOU : true
    return true
  },
  before: {
    insert: async ({ db, principal }, fields) => {
      const userId = fields.userId
      if (userId === principal.userId) throw refuse.field('userId', '不能申请重置本人的二次验证，请由其他管理员办理')
      if (!(await factors.factorOf(db, userId))) throw refuse.field('userId', '该用户没有启用二次验证')
      await requireCovers(db, principal, userId, ACTION)
    },
    change: async ({ db, principal, input }, row, step) => {
      const resetId = row.resetId
      const locked = await repository.lockReset(db, resetId)
      if (!locked || locked.reset_status !== 'pending') throw refuse.badTransition()
      if (locked.over) throw refuse.forbidden('申请已超过 24 小时，不能再办理；仍有需要的，请重新申请')
      if (step.verb !== 'withdraw') await requireCovers(db, principal, locked.user_id, ACTION)
      await repository.stampDecision(db, resetId, principal.userId, (input as { reason?: string | null }).reason ?? null)
    },
  },
  after: {
    insert: async ({ db, principal }, resetId, fields) => {
      const userId = fields.userId
      const name = await repository.nameOfUser(db, userId)
      for (const holder of await holdersOf(db, PERMIT)) {
        if (holder !== principal.userId && holder !== userId) await notify(db, holder, { title: '待确认的二次验证重置', content: `${principal.realName} 申请重置 ${name} 的二次验证，请在 24 小时内核实本人后办理。`, link: recordLink(resetId) })
      }
      await notify(db, userId, { title: '有人申请重置您的二次验证', content: `${principal.realName} 已提出申请。如非您本人要求，请立即联系系统管理员。`, link: OWN_FACTOR })
    },
    change: async ({ db, principal, audit, platform }, row, step) => {
      const [userId, askBy, name] = [row.userId, row.askBy, row.realName]
      if (step.verb === 'reject') await notify(db, askBy, { title: '二次验证重置被驳回', content: `${name}：${principal.realName} 驳回了您的申请。`, link: recordLink(row.resetId) })
      if (step.verb !== 'approve') return
      await factors.removeFactor(db, userId)
      await platform.sessions.endAllOf(db, userId, 'kicked')
      await platform.revocations.announce(db, { kind: 'user', id: userId })
      audit({ recordType: 'user', recordId: userId, verb: 'resetFactor' })
      await notify(db, askBy, { title: '二次验证已重置', content: `${name} 的二次验证已由 ${principal.realName} 确认重置。`, link: recordLink(row.resetId) })
      await notify(db, userId, { title: '您的二次验证已重置', content: `由两位管理员办理，${principal.realName} 确认。信任的设备和恢复码一并失效，请尽快重新启用。`, link: OWN_FACTOR })
    },
  },
})

/** Ends requests that nobody has confirmed within a day. */
export async function expireByClock(platform: Platform): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const ended = await repository.expireResets(tx)
    await writeAudit(
      tx,
      { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: '二次验证重置到期' },
      ended.map((r) => ({ recordType: 'secondFactorReset', recordId: r.reset_id, verb: 'clock', before: { resetStatus: 'pending' }, after: { resetStatus: 'expired' } })),
    )
    for (const r of ended) await notify(tx, r.ask_by, { title: '二次验证重置已过期', content: '您的申请在 24 小时内没有其他管理员确认，已自动结束。', link: recordLink(r.reset_id) })
  })
}

defineJob('rbac:second-factor-reset-clock', (_payload, platform) => expireByClock(platform), '*/10 * * * *')

/** Resets of second factors by two administrators. */
export const secondFactorReset = { ...runtime, seeds: [seed] }

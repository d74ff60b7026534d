import { smsQuota as contract } from '@assoc/contract/message/quota'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'
import { quotaSeed } from './seed'
import '../tables'

const runtime = mountResource(contract, {
  table: 'sms_quota',
  computed: { deptName: repository.ownerName, usedParts: repository.usedThisMonth, leftParts: repository.leftThisMonth },
  keyword: { where: repository.byDeptOrSign },
  order: { field: 'monthlyParts', direction: 'desc' },
  constraints: { sms_quota_dept_unique: () => refuse.field('deptId', '该部门已有签名与额度，请直接修改') },
  nameOf: (row) => String(row.deptName ?? row.signName),
})

export const smsQuota = { ...runtime, seeds: [quotaSeed] }

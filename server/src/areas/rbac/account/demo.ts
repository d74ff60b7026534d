import type { Seed } from '../../../platform/seed'
import type { Db } from '../../../platform/database/database'
import * as repository from './demo.repository'
import { gramsOfPerson } from './service'

// Plainly invented people; nobody can sign in as one of them until an administrator resets the password.
const DEPTS = ['秘书处', '会员服务部', '会议培训部', '研究宣传部', '评价自律部', '财务部', '信息技术部']

const POSTS: [code: string, name: string][] = [
  ['MSZ', '秘书长'],
  ['ZR', '部门主任'],
  ['ZG', '主管'],
  ['ZY', '专员'],
  ['KJ', '会计'],
  ['CN', '出纳'],
  ['GCS', '工程师'],
]

type Person = [loginName: string, realName: string, dept: string, postCode: string, roles: string[], entryDate: string, probation?: boolean]

const PEOPLE: Person[] = [
  ['zhenglingdao', '郑领导', '秘书处', 'MSZ', ['LEADER', 'STAFF'], '2015-03-02'],
  ['wenmishu', '文秘书', '秘书处', 'ZG', ['STAFF'], '2018-07-09'],
  ['jiamingshi', '贾明示', '会员服务部', 'ZR', ['MEMBER_LEAD', 'STAFF'], '2016-05-16'],
  ['zhenjingban', '甄经办', '会员服务部', 'ZG', ['MEMBER_OP', 'STAFF'], '2019-09-02'],
  ['huilianxi', '惠联系', '会员服务部', 'ZY', ['MEMBER_OP', 'STAFF'], '2023-04-03'],
  ['shihuiwu', '石会务', '会议培训部', 'ZY', ['MEET_OP', 'STAFF'], '2026-08-03', true],
  ['peizhuguan', '裴主管', '会议培训部', 'ZR', ['MEET_OP', 'STAFF'], '2017-11-06'],
  ['yanxuanchuan', '严宣传', '研究宣传部', 'ZY', ['STAFF'], '2021-06-21'],
  ['pingzilv', '平自律', '评价自律部', 'ZR', ['EVAL_OP', 'STAFF'], '2018-01-15'],
  ['fanchuna', '范出纳', '财务部', 'CN', ['FEE_OP', 'STAFF'], '2020-10-12'],
  ['fanzhiyuan', '范职员', '财务部', 'KJ', ['FEE_LEAD', 'STAFF'], '2022-02-14'],
  ['xinanquan', '辛安全', '信息技术部', 'GCS', ['SEC_ADMIN', 'STAFF'], '2019-03-18'],
  ['shenrizhi', '沈日志', '信息技术部', 'GCS', ['AUDITOR', 'STAFF'], '2024-05-06'],
]

// Who leads a department; the rest have none.
const LEADERS: [dept: string, loginName: string][] = [
  ['秘书处', 'zhenglingdao'],
  ['会员服务部', 'jiamingshi'],
  ['会议培训部', 'peizhuguan'],
  ['评价自律部', 'pingzilv'],
]

const GROUPS: [name: string, remark: string, members: string[]][] = [
  ['年会筹备组', '筹备本年度会员大会', ['wenmishu', 'jiamingshi', 'shihuiwu', 'peizhuguan', 'yanxuanchuan']],
  ['会费催缴组', '每年四月至六月', ['jiamingshi', 'zhenjingban', 'huilianxi', 'fanchuna']],
]

async function run(db: Db): Promise<void> {
  const depts = await repository.seedDepts(db, DEPTS)
  const posts = await repository.seedPosts(db, POSTS)
  const users = new Map<string, string>()
  const employees = new Map<string, string>()
  for (const [i, [loginName, realName, dept, postCode, roles, entryDate, probation]] of PEOPLE.entries()) {
    // 199000000xx: numbers that the demo only ever shows.
    const mobile = `199000000${String(i + 1).padStart(2, '0')}`
    const userId = await repository.seedUser(db, {
      loginName,
      realName,
      mobile,
      email: `${loginName}@example.com`,
      deptId: depts.get(dept) ?? null,
      grams: gramsOfPerson(loginName, realName, mobile),
      roles,
    })
    users.set(loginName, userId)
    employees.set(
      loginName,
      await repository.seedEmployee(db, {
        employeeNo: `E${String(i + 1).padStart(4, '0')}`,
        userId,
        deptId: depts.get(dept) ?? null,
        postId: posts.get(postCode) ?? null,
        entryDate,
        status: probation ? 'probation' : 'active',
      }),
    )
  }
  for (const [dept, loginName] of LEADERS) await repository.setLeader(db, depts.get(dept) ?? null, employees.get(loginName) ?? null)
  for (const [name, remark, members] of GROUPS) await repository.seedGroup(db, name, remark, members.flatMap((m) => users.get(m) ?? []))
  // One account of each other kind of status, so that every tag and verb can be seen.
  for (const [loginName, realName, typeId, accountStatus] of [
    ['wuyouguo', '乌有国', 'company', 'pending'],
    ['zixuwu', '子虚无', 'secretary', 'pending'],
    ['yugoucheng', '虞构成', 'expert', 'normal'],
    ['litingyong', '厉停用', 'staff', 'disabled'],
  ] as const) {
    await repository.seedUser(db, { loginName, realName, mobile: null, email: `${loginName}@example.com`, deptId: null, grams: gramsOfPerson(loginName, realName, null), roles: [], typeId, accountStatus })
  }
}

export const demoSeed: Seed = { name: 'rbac.demo', order: 20, demo: true, run }

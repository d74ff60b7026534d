import type { courseType } from '@assoc/contract/meeting/course'
import type { QuestionType } from '@assoc/contract/meeting/exam-question'
import type { Db } from '../../../platform/database/database'
import { staff } from '../../../platform/identity/people'
import { noteNumbers } from '../../../platform/numbers/numbers'
import { grantRole, seedMenus, type MenuSeed, type Seed } from '../../../platform/seed'
import type { Platform } from '../../../platform/platform'
import { nightly } from '../learner/wanted'
import { certifyDemo, enrollDemo, insertDemoCourse, insertDemoQuestions, lecturersOf, meetingsToLearnAt } from './demo.repository'

const GROUP: MenuSeed = { menuId: 2200, parentId: 0, menuName: '独董课程', menuPath: '/directorCourse', icon: 'book', sortNo: 22 }
const MENU: MenuSeed[] = [
  { menuId: 2201, parentId: 2200, menuName: '课程列表', menuPath: '/directorCourse/courseList', menuLink: 'meeting/CourseList', sortNo: 1 },
  { menuId: 2202, parentId: 2200, menuName: '学习记录', menuPath: '/directorCourse/courseEnroll', menuLink: 'meeting/CourseEnroll', sortNo: 2 },
  { menuId: 2203, parentId: 2200, menuName: '学时证明', menuPath: '/directorCourse/certificate', menuLink: 'meeting/CertificateList', sortNo: 3 },
]

export const courseMenu: Seed = {
  name: 'meeting.course.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, [GROUP, ...MENU], ['MEET_OP', 'LEADER', 'COMPANY_USER', 'PERSON'])
    await grantRole(db, 'MEET_OP', ['course:'], { course: 'all' })
    await grantRole(db, 'LEADER', ['course:course:read', 'course:enroll:read', 'course:certificate:read', 'course:study:'])
    for (const role of ['COMPANY_USER', 'PERSON']) await grantRole(db, role, ['course:course:read', 'course:study:', 'course:enroll:read', 'course:certificate:read'])
  },
}

type Type = keyof (typeof courseType)['labels']

// Topic, type, for whom, hours.
const TOPICS: [topic: string, type: Type, roles: string[], hours: number][] = [
  ['独立董事任职培训', 'induction', ['independent'], 30],
  ['独立董事后续培训', 'continuing', ['independent'], 8],
  ['董事会秘书任职培训', 'induction', ['secretary'], 24],
  ['董事会秘书后续培训', 'continuing', ['secretary', 'affairs'], 8],
  ['信息披露实务', 'special', ['secretary', 'affairs'], 4],
  ['审计委员会履职实务', 'special', ['independent', 'director'], 4],
  ['关联交易与资金占用', 'special', ['independent', 'director', 'secretary'], 3],
  ['并购重组规则解读', 'special', ['director', 'secretary'], 4],
  ['可持续发展信息披露', 'special', ['secretary', 'affairs'], 3],
  ['上市公司章程修订要点', 'special', ['secretary', 'director'], 2],
  ['市值管理与投资者关系', 'special', ['secretary', 'director'], 3],
]
const PERIODS = 15

const QUESTIONS: [kind: QuestionType, stem: string, choices: string | null, answer: string][] = [
  ['single', '独立董事原则上最多在几家境内上市公司担任独立董事？', '一家|两家|三家|五家', 'C'],
  ['single', '独立董事每年在上市公司现场工作的时间应当不少于多少日？', '五日|十日|十五日|三十日', 'C'],
  ['multiple', '下列哪些事项应当经全体独立董事过半数同意后提交董事会审议？', '应当披露的关联交易|变更或者豁免承诺的方案|收购中董事会采取的措施|日常办公用品采购', 'ABC'],
  ['multiple', '审计委员会的职责包括哪些？', '审核财务信息及其披露|监督评估内外部审计|监督评估内部控制|批准员工考勤', 'ABC'],
  ['trueFalse', '独立董事可以与其所受聘的上市公司存在可能妨碍其独立客观判断的关系。', null, 'B'],
  ['trueFalse', '独立董事应当持续加强证券法律法规及规则的学习。', null, 'A'],
  ['single', '会计专业人士担任独立董事的，通常应当担任哪一职务？', '战略委员会召集人|审计委员会召集人|总经理|证券事务代表', 'B'],
  ['trueFalse', '内幕信息知情人在信息公开前可以买卖该公司股票。', null, 'B'],
  ['multiple', '信息披露应当做到哪些要求？', '真实|准确|完整|夸大', 'ABC'],
  ['single', '一学时按多少分钟计算？', '30 分钟|45 分钟|60 分钟|90 分钟', 'B'],
]

async function seedDemo(db: Db, { settings }: Platform): Promise<void> {
  const [maker] = await staff(db, 1)
  if (!maker) return
  const [meetings, lecturers] = [await meetingsToLearnAt(db), await lecturersOf(db)]
  const now = new Date()
  for (const [t, [topic, course_type, target_roles, credit_hours]] of TOPICS.entries()) {
    for (let p = 0; p < PERIODS; p += 1) {
      const made = new Date(now.getTime() - (p * 70 + t * 5 + 10) * 86_400_000)
      const year = made.getUTCFullYear()
      const hasExam = course_type !== 'special'
      const meetId = p < 2 && course_type === 'continuing' ? meetings[t % Math.max(1, meetings.length)] : undefined
      const courseId = await insertDemoCourse(db, {
        course_name: `${topic}（${year}第${PERIODS - p}期）`,
        course_type,
        target_roles,
        credit_hours,
        lecturer_id: lecturers[(t + p) % Math.max(1, lecturers.length)] ?? null,
        price: course_type === 'induction' ? 120_000 : 0,
        member_price: course_type === 'induction' ? 80_000 : 0,
        sections: JSON.stringify([
          ...(meetId ? [{ kind: 'session', title: '集中授课', meetId, url: null }] : []),
          { kind: 'link', title: '法规汇编', meetId: null, url: 'https://example.com/rules' },
          { kind: 'link', title: '案例选读', meetId: null, url: 'https://example.com/cases' },
        ]),
        documents: '[]',
        has_exam: hasExam,
        exam_count: hasExam ? 5 : null,
        exam_shuffle: hasExam ? true : null,
        exam_tries: hasExam ? 3 : null,
        exam_minutes: hasExam ? 30 : null,
        pass_mark: hasExam ? 60 : null,
        intro: null,
        course_status: p === PERIODS - 1 ? 'unlisted' : t === TOPICS.length - 1 && p === 0 ? 'draft' : 'listed',
        create_by: maker.user_id,
        create_time: made,
        update_time: made,
      })
      if (hasExam) await insertDemoQuestions(db, courseId, QUESTIONS)
      await enrollDemo(db, courseId, { count: p === 0 ? 12 : 8, recent: p < 2, by: maker.user_id })
    }
  }
  await noteNumbers(db, 'XS', await certifyDemo(db, maker.user_id))
  await nightly({ db, settings })
}

export const demoCourses: Seed = { name: 'meeting.course.demo', order: 51, demo: true, run: seedDemo }

import type { Lookup, LookupOf } from '../core/lookup'
import type { courseResource } from './course'

/** All courses that somebody sees. */
export const courseLookup: Lookup = {
  entity: 'course',
  list: async () => (await import('./course')).courseResource.list,
  read: async () => (await import('./course')).courseResource.read,
  id: 'courseId',
  label: ['courseName', 'lecturerName'],
  hint: '输入课程名称',
  named: ['courseName'],
  view: 'meeting/CourseList',
} satisfies LookupOf<typeof courseResource.list>

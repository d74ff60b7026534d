import { labourTax } from '@assoc/contract/rules/withholding'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import './tables'

type Field = 'governance' | 'disclosure' | 'finance' | 'law' | 'capital' | 'esg'

// Invented, like everything of the demo association.
const PEOPLE: [name: string, unitPost: string, specialties: Field[], topic: string, fee: number][] = [
  ['虞构成', '某大学教授（虚构）', ['governance'], '独立董事履职要点', 300_000],
  ['梅其实', '某律所合伙人（虚构）', ['law', 'disclosure'], '信息披露合规', 200_000],
  ['石例志', '子虚电子董秘', ['governance', 'capital'], '董办数字化实践', 0],
  ['贾定量', '某会计师事务所合伙人（虚构）', ['finance'], '财务报表常见问题', 500_000],
  ['甄可续', '某研究院研究员（虚构）', ['esg'], '可持续发展信息披露', 1_000_000],
]

/** Lecturers of the demo, who speak at its trainings, seminars and yearly meetings. */
export async function insertDemoSpeakers(db: Db): Promise<void> {
  for (const [i, [lecturer_name, unit_post, specialties, topic, fee]] of PEOPLE.entries()) {
    const { lecturer_id } = await db
      .insertInto('lecturer')
      .values({ lecturer_name, unit_post, specialties, mobile: `1990001${String(4000 + i)}`, email: `lecturer${i + 1}@example.com`, non_resident: false, intro: null, remark: null, create_by: null })
      .returning('lecturer_id')
      .executeTakeFirstOrThrow()
    const tax = labourTax(fee)
    await sql`
      insert into meeting_speaker (meet_id, lecturer_id, topic, talk_time, sort_no, shown, fee, non_resident, tax, net, dept_id, create_by)
      select m.meet_id, ${lecturer_id}::bigint, ${topic}, m.start_time + make_interval(mins => ${30 + 40 * i}), ${i + 1}, true, ${fee}, false, ${tax}, ${fee - tax}, m.organizer_dept_id, m.create_by
      from meeting m where m.meeting_type in ('training', 'seminar', 'assembly') and (m.meet_id + ${i}) % 2 = 0`.execute(db)
  }
}

import { dayAfter, today } from '@assoc/contract/core/day'
import { isIdCard } from '@assoc/contract/rules/identifiers'
import { INDEPENDENCE_RULES } from '@assoc/contract/expert/independence'
import { PARAMETERS } from '@assoc/contract/rbac/param'
import { masked } from '@assoc/contract'
import { clerksWith } from '../../../platform/identity/people'
import type { Platform } from '../../../platform/platform'
import { initials } from '../../../platform/search/grams'
import type { Seed } from '../../../platform/seed'
import { inventedIdCard as numberOfPool } from '../../member/api'
import { bornBy } from '../director'
import { openAccounts } from '../pool/earlier'
import { noteFacts } from '../seat-warning/facts.repository'
import { companiesOfDemo, insertAppointments, insertChecks, insertDuties, insertExperts, insertPersons, insertTies, noteExpertNumbers, poolOfDemo, type NewAppointment, type NewPerson } from './demo.repository'

const SURNAMES = '范吴石甄贾梅尤莫卜虞艾乌子文白云方水木金叶'
const GIVEN = ['例文', '此仁', '例志', '样本', '设一', '其实', '若梦', '望舒', '南柯', '无涯', '构成', '拟定', '示范', '假名', '虚怀', '蜃景', '镜影', '月华', '知微']
const UNITS = ['子虚大学管理学院', '乌有律师事务所', '海市会计师事务所', '蜃楼研究院', '镜花资产管理', '水月大学法学院']
const TITLES = ['教授', '合伙人', '研究员', null, '副教授', '高级会计师']
const FIELDS = [['governance', 'law'], ['disclosure'], ['accounting', 'finance'], ['capital'], ['investor', 'disclosure'], ['technology'], ['governance', 'essay']]
const STATUSES = ['serving', 'serving', 'serving', 'pending', 'serving', 'suspended', 'serving', 'refused', 'serving', 'dismissed'] as const
const EXPERTS = 120
/** People of the pool who sit on boards of the demo. */
const IN_POOL = 12
/** Place of the first of them among the persons. */
const POOL_BEGINS = 40

const nameOf = (n: number): string => `${SURNAMES[n % SURNAMES.length]}${GIVEN[Math.floor(n / SURNAMES.length + n * 7) % GIVEN.length]}`

/** An invented identity number of somebody born from 1900 to 1909, with the right check digit; each number once. */
function inventedIdCard(n: number, region: string): string {
  const day = dayAfter('1900-01-01', n % 3_600).replaceAll('-', '')
  const body = `${region}${day}${String(100 + (Math.floor(n / 3_600) * 7 + n) % 900).padStart(3, '0')}`
  return [...'0123456789X'].map((digit) => body + digit).find((id) => isIdCard(id)) ?? ''
}

type Encryption = Platform['encryption']
const encryptedNumber = (encryption: Encryption, idCard: string) => ({ idCard: masked('idCard', idCard) ?? '', sealed: encryption.encrypt(idCard), print: encryption.blindIndex(idCard) })

/** Some are in the pool as well, and have a login of theirs where they stand in it. */
function personOf(n: number, encryption: Encryption, pool: readonly { poolId: string; name: string; mobile: string }[]): NewPerson {
  const known = pool[n - POOL_BEGINS]
  const idCard = known ? numberOfPool(n - POOL_BEGINS) : inventedIdCard(n + 1, '110101')
  const born = bornBy(idCard)
  const name = known?.name ?? nameOf(n)
  return { name, initials: initials(name), ...encryptedNumber(encryption, idCard), gender: born.gender, birthDate: born.birth_date, poolId: known?.poolId ?? null, mobile: known?.mobile ?? String(19_800_000_000 + n), email: n % 4 === 0 ? null : `ds${n}@example.com`, education: ['bachelor', 'master', 'doctor', null][n % 4] ?? null }
}

/** Seats of a company: three independent directors, who may sit at a second one, and a secretary. */
function appointmentsOf(companyIds: readonly string[]): { persons: number; appointments: NewAppointment[] } {
  const independents = Math.ceil((companyIds.length * 3 * 2) / 3)
  const appointments = companyIds.flatMap((companyId, c): NewAppointment[] => {
    const began = dayAfter(today(), -((c * 37) % 2_000) - 30)
    // Terms are of three years; some have had a second one, and a few have run out.
    const first = c % 5 === 0 ? dayAfter(began, -1_095) : began
    const seat = (person: number, roleType: string, committees: string[], chairs: string[]): NewAppointment => ({ person, companyId, roleType, committees, chairs, firstDate: first, termStart: began, termEnd: dayAfter(began, 1_094), allowance: roleType === 'independent' ? 8_000_000 + (c % 5) * 1_000_000 : null, status: c % 17 === 3 ? 'left' : 'serving', leaveDate: c % 17 === 3 ? dayAfter(began, 20) : null })
    return [
      seat((c * 3) % independents, 'independent', ['audit', 'pay'], ['audit']),
      seat((c * 3 + 1) % independents, 'independent', ['nomination'], ['nomination']),
      seat((c * 3 + 2) % independents, 'independent', ['audit'], []),
      seat(independents + c, 'secretary', [], []),
    ]
  })
  return { persons: independents + companyIds.length, appointments }
}

export const expertDemo: Seed = {
  name: 'expert.demo',
  order: 49,
  demo: true,
  async run(db, platform: Platform) {
    const { encryption } = platform
    const [maker] = await clerksWith(db, 'EVAL_OP')
    if (!maker) return
    const own = { deptId: maker.deptId, by: maker.userId }
    await insertExperts(
      db,
      Array.from({ length: EXPERTS }, (_, n) => {
        const name = nameOf(n * 3 + 1)
        return {
          no: `ZJ${String(n + 1).padStart(4, '0')}`, name, initials: initials(name), unit: UNITS[n % UNITS.length] ?? '', title: TITLES[n % TITLES.length] ?? null, fields: FIELDS[n % FIELDS.length] ?? [], mobile: String(19_700_000_000 + n), email: `zj${n + 1}@example.com`,
          ...(n % 3 === 0 ? encryptedNumber(encryption, inventedIdCard(n, '310101')) : { idCard: null, sealed: null, print: null }), termEnd: dayAfter(today(), n % 29 === 5 ? 12 : n % 31 === 6 ? -9 : 200 + n * 3), status: STATUSES[n % STATUSES.length] ?? 'serving',
        }
      }),
      own,
    )
    await noteExpertNumbers(db, EXPERTS)
    const companies = await companiesOfDemo(db)
    await insertTies(db, companies)
    // Histories of the demo are laid together.
    await openAccounts(db, platform)
    const { persons, appointments } = appointmentsOf(companies)
    const pool = await poolOfDemo(db, IN_POOL)
    const ids = await insertPersons(db, Array.from({ length: persons }, (_, n) => personOf(n, encryption, pool)), own)
    await insertAppointments(db, appointments, ids, own)
    await insertDuties(db, own)
    await insertChecks(db, INDEPENDENCE_RULES[0].since)
    await noteFacts(db, { daysFrom: PARAMETERS['appointment.daysFrom'].initial, checksFrom: PARAMETERS['appointment.checksFrom'].initial, checkDueMonth: PARAMETERS['appointment.checkDueMonth'].initial })
  },
}

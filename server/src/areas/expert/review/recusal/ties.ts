import type { z } from 'zod'
import type { recuseType } from '@assoc/contract/expert/review/kinds'
import type { Db } from '../../../../platform/database/database'
import type { Encryption } from '../../../../platform/encryption/encryption'
import { reviewableOf, type Party } from '../../../../platform/review/reviewables'
import * as facts from './facts.repository'

type RecuseType = z.output<typeof recuseType.schema>

/** A tie between an expert and a work, with the key under which it is noted once. */
export interface FoundTie {
  itemId: string
  expertId: string
  recuseType: RecuseType
  certain: boolean
  detail: string
  factKey: string
}

/** Something by which an expert may be bound to whoever stands behind a work. */
interface Mark {
  /** What a party must have in common: `id …`, `mobile …`, `unit …`, `company …`, `named …`. */
  key: string
  recuseType: RecuseType
  certain: boolean
  detail: (party: PartyFacts) => string
  factKey: string
  /** A work that says nothing by itself: its authors have written it together, and that is what is reviewed. */
  except?: string
}

interface PartyFacts extends Party {
  itemId: string
  /** What is reviewed, by its kind and id. */
  object: string
  /** Companies at which the person holds an office. */
  offices: { companyId: string; unit: string }[]
}

/** Shorter ones are no names of units by which two people could be told to work together. */
const UNIT_LEAST = 4
const plain = (text: string): string => text.normalize('NFKC').replace(/[\s（）()·]/g, '').toLowerCase()
const named = (name: string, unit: string | null): string => `named ${plain(name)} ${plain(unit ?? '')}`

const BONDS: Readonly<Record<facts.BondKind, readonly [type: RecuseType, words: string]>> = {
  employer: ['unit', '任职单位'],
  unit: ['unit', '工作单位'],
  contact: ['unit', '登记为公司联系人'],
  account: ['unit', '公司账号经办人'],
  directorship: ['interest', '申报担任董事、监事或高管'],
  office: ['interest', '任职登记（24 个月内）'],
  client: ['interest', '近 24 个月有偿服务'],
  holding: ['interest', '持股或近亲属任职'],
  other: ['other', '其他关联'],
}

/** Who somebody behind a work is called in a sentence for the office. */
const called = ({ name }: PartyFacts): string => (name ? `作者“${name}”` : '报送单位')

function marksOfExpert({ name, unit, idCardPrint }: facts.ExpertFacts, mobilePrint: string): Mark[] {
  const own = (key: string, certain: boolean, words: string, factKey: string): Mark => ({ key, recuseType: 'own', certain, detail: (party) => `${words}与${called(party)}一致`, factKey })
  return [
    ...(idCardPrint ? [own(`id ${idCardPrint}`, true, '身份证号', 'own id')] : []),
    own(`mobile ${mobilePrint}`, true, '手机号码', 'own mobile'),
    own(named(name, unit), false, '姓名和单位', 'own name'),
    ...(unit.length >= UNIT_LEAST ? [{ key: `unit ${plain(unit)}`, recuseType: 'unit' as const, certain: true, detail: (party: PartyFacts) => `与${called(party)}同为“${unit}”`, factKey: `unit ${plain(unit)}` }] : []),
  ]
}

function marksOfBond({ kind, companyId, unit }: facts.Bond): Mark[] {
  const [recuseType, words] = BONDS[kind]
  const detail = (party: PartyFacts) => `${words}：${unit ?? ''}，与${called(party)}相关`
  if (companyId) return [{ key: `company ${companyId}`, recuseType, certain: true, detail, factKey: `${kind} company ${companyId}` }]
  return unit && unit.length >= UNIT_LEAST ? [{ key: `unit ${plain(unit)}`, recuseType, certain: true, detail, factKey: `${kind} unit ${plain(unit)}` }] : []
}

function marksOfCoAuthor({ workId, title, name, unit, idCardPrint, mobilePrint }: facts.CoAuthor): Mark[] {
  const mark = (key: string, certain: boolean): Mark => ({ key, recuseType: 'cooperation', certain, detail: (party) => `24 个月内与${called(party)}合作过“${title}”`, factKey: `work ${workId}`, except: `work ${workId}` })
  return [...(idCardPrint ? [mark(`id ${idCardPrint}`, true)] : []), ...(mobilePrint ? [mark(`mobile ${mobilePrint}`, true)] : []), mark(named(name, unit), false)]
}

const keysOf = ({ name, unit, idCardPrint, mobilePrint, companyId, offices }: PartyFacts): string[] => [
  ...(idCardPrint ? [`id ${idCardPrint}`] : []),
  ...(mobilePrint ? [`mobile ${mobilePrint}`] : []),
  ...(unit && unit.length >= UNIT_LEAST ? [`unit ${plain(unit)}`] : []),
  ...(name ? [named(name, unit)] : []),
  ...(companyId ? [`company ${companyId}`] : []),
  ...offices.map((office) => `company ${office.companyId}`),
]

/** Ties between marks of experts and the people behind works: each fact once, in the order of works and experts. */
export function tiesBetween(marks: ReadonlyMap<string, readonly Mark[]>, parties: readonly PartyFacts[]): FoundTie[] {
  const behind = new Map<string, PartyFacts[]>()
  for (const party of parties) for (const key of new Set(keysOf(party))) behind.set(key, [...(behind.get(key) ?? []), party])
  const found = new Map<string, FoundTie>()
  for (const [expertId, own] of marks) {
    for (const { key, recuseType, certain, detail, factKey, except } of own) {
      for (const party of behind.get(key) ?? []) {
        if (party.object === except) continue
        const one = `${party.itemId} ${expertId} ${factKey}`
        const before = found.get(one)
        if (!before || (certain && !before.certain)) found.set(one, { itemId: party.itemId, expertId, recuseType, certain, detail: detail(party), factKey })
      }
    }
  }
  return [...found.values()]
}

async function partiesOf(db: Db, batchId: string, itemIds: readonly string[] | null): Promise<PartyFacts[]> {
  const items = await facts.itemsOf(db, batchId, itemIds)
  const parties: PartyFacts[] = []
  for (const reviewable of new Set(items.map((item) => item.reviewable))) {
    const own = items.filter((item) => item.reviewable === reviewable)
    const found = await reviewableOf(reviewable).parties(db, own.map(({ objectId }) => objectId))
    for (const { itemId, objectId } of own) parties.push(...(found.get(objectId) ?? []).map((party) => ({ ...party, itemId, object: `${reviewable} ${objectId}`, offices: [] })))
  }
  const offices = await facts.officesOf(db, parties.flatMap(({ idCardPrint }) => idCardPrint ?? []))
  return parties.map((party) => ({ ...party, offices: offices.filter(({ idCardPrint }) => idCardPrint === party.idCardPrint) }))
}

type Registers = { encryption: Pick<Encryption, 'blindIndex'> }

/**
 * What the registers and the notes say of experts and works of a batch now. What the office has dismissed is told no more; what it has
 * confirmed holds for the same work in every batch.
 */
export async function findTies(db: Db, { encryption }: Registers, batchId: string, expertIds: readonly string[], itemIds: readonly string[] | null = null): Promise<FoundTie[]> {
  if (expertIds.length === 0) return []
  const parties = await partiesOf(db, batchId, itemIds)
  const experts = (await facts.expertsOf(db, expertIds)).map((expert) => ({ ...expert, mobilePrint: encryption.blindIndex(expert.mobile) }))
  const marks = new Map<string, Mark[]>(experts.map((expert) => [expert.expertId, marksOfExpert(expert, expert.mobilePrint)]))
  for (const bond of await facts.bondsOf(db, expertIds)) marks.get(bond.expertId)?.push(...marksOfBond(bond))
  for (const other of await facts.coAuthorsOf(db, experts.map(({ expertId, idCardPrint, mobilePrint }) => ({ expertId, idCardPrint, mobilePrint })))) marks.get(other.expertId)?.push(...marksOfCoAuthor(other))
  const noted = await facts.notedOf(db, batchId, expertIds)
  const keyOf = (one: { itemId: string; expertId: string; factKey: string }) => `${one.itemId} ${one.expertId} ${one.factKey}`
  const settled = new Set(noted.map(keyOf))
  const wanted = itemIds && new Set(itemIds)
  return [
    ...noted.filter(({ recuseStatus, itemId }) => recuseStatus !== 'dismissed' && (!wanted || wanted.has(itemId))).map(({ recuseStatus, recuseType, itemId, expertId, detail, factKey }) => ({ itemId, expertId, recuseType: recuseType as RecuseType, certain: recuseStatus === 'confirmed', detail, factKey })),
    ...tiesBetween(marks, parties).filter((tie) => !settled.has(keyOf(tie))),
  ]
}

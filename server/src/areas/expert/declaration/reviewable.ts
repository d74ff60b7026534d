import { evalTarget } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { defineReviewable, type BlindView, type Party } from '../../../platform/review/reviewables'
import { answerSections } from '../../form/api'
import { enterScores } from '../grade-result/compute'
import { withoutNames } from '../review/work/authors'
import * as repository from './reviewable.repository'

async function factsOf(db: Db, declareId: string): Promise<repository.DeclarationFacts> {
  const facts = await repository.declarationFacts(db, declareId)
  if (!facts) throw refuse.notFound()
  return facts
}

/** What is answered in words; files stay with the reviewers, since a scan with its stamp says whose it is. */
async function blind(db: Db, declareId: string): Promise<BlindView> {
  const { schemeName, answerId, names } = await factsOf(db, declareId)
  return { title: withoutNames(schemeName, names), sections: (await answerSections(db, answerId)).map(({ label, text }) => ({ label: withoutNames(label, names), text: withoutNames(text, names) })), files: [] }
}

async function open(db: Db, declareId: string): Promise<BlindView> {
  const { declareNo, name, companyName, answerId } = await factsOf(db, declareId)
  return { title: `${declareNo} ${name}`, sections: [{ label: '申报人', text: name }, { label: '公司', text: companyName }, ...(await answerSections(db, answerId))], files: [] }
}

// One for each target: a batch of one kind takes no declarations of another.
for (const target of evalTarget.keys)
  defineReviewable({
    key: `declaration.${target}`,
    label: `${evalTarget.labels[target]}申报`,
    kinds: [target],
    candidates: (db, principal, keyword, limit) => repository.searchDeclarations(db, principal, target, keyword, limit),
    titles: (db, principal, objectIds) => repository.declarationTitles(db, principal, target, objectIds),
    blind,
    open,
    async parties(db, objectIds) {
      const parties = new Map<string, Party[]>(objectIds.map((id) => [id, []]))
      for (const { declareId, ...party } of await repository.partiesOfDeclarations(db, objectIds)) parties.get(declareId)?.push(party)
      return parties
    },
    /** The score of a later stage takes the place of an earlier one's; whoever did not go on keeps the score of the first. */
    async outcome(db, results) {
      const found = await repository.putReviewScores(db, results)
      for (const schemeId of new Set(found.map((one) => one.schemeId))) {
        const own = found.filter((one) => one.schemeId === schemeId)
        await enterScores(db, schemeId, own, { deptId: own[0]?.deptId ?? null, userId: null })
      }
    },
  })

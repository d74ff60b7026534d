import { workTitles, searchWorks } from './candidates.repository'
import { refuse } from '../../../../platform/errors'
import { defineReviewable, type Party } from '../../../../platform/review/reviewables'
import { withoutNames } from './authors'
import { partiesOfWorks, workFacts } from './repository'

/** Works that were handed in by themselves. The result of a review is what is known of it: the work itself changes by none. */
export const workReviewable = defineReviewable({
  key: 'work',
  label: '送审件',
  kinds: ['work', 'essay', 'topicStart', 'topicEnd'],
  candidates: (db, principal, keyword, limit) => searchWorks(db, principal, keyword, limit),
  titles: (db, principal, objectIds) => workTitles(db, principal, objectIds),
  async blind(db, objectId) {
    const work = await workFacts(db, objectId)
    if (!work) throw refuse.notFound()
    const names = [...work.names, work.companyName, work.companyShort]
    return {
      title: withoutNames(work.title, names),
      sections: work.summary ? [{ label: '内容摘要', text: withoutNames(work.summary, names) }] : [],
      files: work.files.map(({ fileName, blindFileId }, i) => ({ fileId: blindFileId, fileName: `材料${i + 1}${fileName.slice(fileName.lastIndexOf('.')).toLowerCase()}` })),
    }
  },
  async open(db, objectId) {
    const work = await workFacts(db, objectId)
    if (!work) throw refuse.notFound()
    const people = work.names.filter(Boolean).join('、')
    return {
      title: work.title,
      sections: [...(people ? [{ label: '作者', text: people }] : []), ...(work.companyName ? [{ label: '报送单位', text: work.companyName }] : []), ...(work.summary ? [{ label: '内容摘要', text: work.summary }] : [])],
      files: work.files.map(({ fileId, fileName }) => ({ fileId, fileName })),
    }
  },
  async parties(db, objectIds) {
    const parties = new Map<string, Party[]>(objectIds.map((id) => [id, []]))
    for (const { workId, name, ...party } of await partiesOfWorks(db, objectIds)) parties.get(workId)?.push({ ...party, name: name ?? '' })
    return parties
  },
  outcome: () => Promise.resolve(),
})

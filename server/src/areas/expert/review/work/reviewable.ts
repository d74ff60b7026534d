import { workTitles, searchWorks } from './candidates.repository'
import type { Db } from '../../../../platform/database/database'
import { refuse } from '../../../../platform/errors'
import { storedFiles } from '../../../../platform/files/stored'
import { defineReviewable, type Party } from '../../../../platform/review/reviewables'
import { withoutNames } from './authors'
import { partiesOfWorks, workFacts } from './repository'

/** Files in the order in which a work has them, by the names under which they are stored. */
async function called(db: Db, fileIds: readonly string[]): Promise<{ fileId: string; fileName: string }[]> {
  const names = new Map((await storedFiles(db, fileIds)).map(({ fileId, fileName }) => [fileId, fileName]))
  return fileIds.map((fileId) => ({ fileId, fileName: names.get(fileId) ?? '' }))
}

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
      files: (await called(db, work.files.map(({ blindFileId }) => blindFileId))).map(({ fileId, fileName }, i) => ({ fileId, fileName: `材料${i + 1}${fileName.slice(fileName.lastIndexOf('.'))}` })),
    }
  },
  async open(db, objectId) {
    const work = await workFacts(db, objectId)
    if (!work) throw refuse.notFound()
    const people = work.names.filter(Boolean).join('、')
    return {
      title: work.title,
      sections: [...(people ? [{ label: '作者', text: people }] : []), ...(work.companyName ? [{ label: '报送单位', text: work.companyName }] : []), ...(work.summary ? [{ label: '内容摘要', text: work.summary }] : [])],
      files: await called(db, work.files.map(({ fileId }) => fileId)),
    }
  },
  async parties(db, objectIds) {
    const parties = new Map<string, Party[]>(objectIds.map((id) => [id, []]))
    for (const { workId, name, ...party } of await partiesOfWorks(db, objectIds)) parties.get(workId)?.push({ ...party, name: name ?? '' })
    return parties
  },
  outcome: () => Promise.resolve(),
})

import { viewLink, type ResponseOf } from '@assoc/contract'
import * as calls from '@assoc/contract/form/answer'
import { verifyFormCertificate } from '@assoc/contract/form/certificate'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { notify } from '../../../platform/notifications/notify'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { ownsFiles } from '../../../platform/resource/files'
import { filesOfRecord, letGoOf } from '../../../platform/resource/files.repository'
import { mountResource } from '../../../platform/resource/mount'
import { certificateSentOf, certify, verifyCertificate } from './certificate'
import { documentOfVersion } from './document'
import { exportAnswers, exportPaper } from './export'
import { RETURN_DAYS } from '@assoc/contract/form/query'
import { giveDays, queriesOf, submitterOf } from '../query/repository'
import { tellCertified } from '../offered/hooks'
import { inAreas, inSizes } from '../progress/marks.repository'
import { answeredAs } from './question-filter.repository'
import * as repository from './repository'
import '../tables'

const UNCLOSED = '还有退回的题目未关闭，请先逐题处理'

/** Owner of the files of answers: the resource's own name. */
export const ANSWER_FILES = calls.formAnswer.definition.name

const resource = mountResource(calls.formAnswer, {
  table: 'form_answer',
  module: 'form',
  scope: { dept: 'dept_id', company: 'company_id' },
  changedAt: 'update_time',
  computed: repository.answerComputed,
  keyword: { where: repository.holding },
  filters: { questions: answeredAs, respondentArea: inAreas, companySize: inSizes },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.respondentName,
  may: (_principal, row, verb) => {
    if (row.anonymousFlag) return '匿名填报不能退回、撤回、认证或作废'
    if (row.ownedFlag) return '申报材料请在申报审核中办理'
    return verb !== 'certify' || (row.certifyFlag ? row.queryCount === 0 || UNCLOSED : '本次发放不需要认证')
  },
  before: {
    // Held as saves and submissions hold it: what is decided on is what stands there.
    change: async ({ db }, row, step) => {
      await repository.holdAnswer(db, row.answerId)
      if (step.verb === 'certify' && (await queriesOf(db, row.answerId)).some(({ queryStatus }) => queryStatus !== 'closed')) throw refuse.inUse(UNCLOSED)
    },
  },
  after: {
    change: async (action, row, step, reason) => {
      const { db } = action
      if (step.verb === 'certify' || step.verb === 'refuse' || step.verb === 'cancel') await repository.noteOpinion(db, row.answerId, reason)
      if (step.verb === 'refuse') {
        await giveDays(db, row.answerId, RETURN_DAYS)
        const told = await submitterOf(db, row.answerId)
        // The owner of the round tells it in its own words.
        if (told && !row.ownedFlag) await notify(db, told.userId, { title: `填报已退回：${told.roundName}`, content: reason ?? '', link: viewLink('expert/QuestionnaireTodo', { task: told.taskId }) })
      }
      if (step.verb === 'certify') {
        await certify(db, row.answerId)
        await tellCertified(action, row.answerId)
      }
      // What is counted are answers that are handed in.
      if (step.to !== 'submitted' && step.to !== 'certified') await repository.dropValues(db, row.answerId)
      if (step.to === 'void') await letGoOf(db, (await filesOfRecord(db, ANSWER_FILES, row.answerId)).map(({ fileId }) => fileId))
    },
  },
})

/** What answers are stepped by when they are filled in. */
export const answerRuntime = resource.runtime

// Files of an answer are read by whoever reads the answer, and by those who fill it in.
ownsFiles(answerRuntime as unknown as ResourceRuntime)

async function selectContent({ db, input }: Context<typeof calls.selectAnswerContent>): Promise<ResponseOf<typeof calls.selectAnswerContent>> {
  const [answer, version] = [await repository.readAnswer(db, input.answerId), await repository.versionOfAnswer(db, input.answerId)]
  if (!answer || !version) throw refuse.notFound()
  if (answer.anonymousFlag) throw refuse.inUse('匿名填报的内容不能按填报人查看，结束后请看问卷统计')
  const submissions = await repository.submissionsOf(db, input.answerId)
  return {
    answerId: answer.answerId,
    answerStatus: answer.answerStatus,
    versionNo: version.versionNo,
    certificate: await certificateSentOf(db, input.answerId),
    document: await documentOfVersion(db, version),
    answers: answer.content,
    personal: Object.fromEntries((await repository.personalOf(db, input.answerId)).map(({ path, shown }) => [path, shown])),
    submissions: submissions.map((one) => ({ ...one, submitTime: one.submitTime.toISOString() })),
  }
}

async function selectSubmission({ db, input }: Context<typeof calls.selectFormSubmission>): Promise<ResponseOf<typeof calls.selectFormSubmission>> {
  const one = await repository.submissionOf(db, input.answerId, input.submissionNo)
  if (!one) throw refuse.notFound()
  return { submissionNo: one.submissionNo, submitTime: one.submitTime.toISOString(), userName: one.userName, versionNo: one.versionNo, answers: one.content, omitted: one.omitted }
}

/** Personal answers in plain text; who looked at what is noted before it goes out. */
async function selectPlain({ db, principal, platform, input, audit }: Context<typeof calls.selectAnswerPlain>): Promise<ResponseOf<typeof calls.selectAnswerPlain>> {
  if (!has(principal, 'form:answer:read')) throw refuse.forbidden()
  audit({ recordType: 'formAnswer', recordId: input.answerId, verb: 'viewPlain', after: { fields: input.paths } })
  const kept = new Map((await repository.personalOf(db, input.answerId)).map(({ path, sealed }) => [path, sealed]))
  return {
    values: Object.fromEntries(
      input.paths.map((path) => {
        const sealed = kept.get(path)
        return [path, sealed === undefined ? null : platform.encryption.decrypt(sealed)]
      }),
    ),
  }
}

/** What respondents have filled in, for those who sent it round. */
export const answer: ServerModule = {
  bindings: [...resource.bindings, handle(calls.selectAnswerContent, selectContent), handle(calls.selectFormSubmission, selectSubmission), handle(calls.selectAnswerPlain, selectPlain), handle(calls.exportAnswerContent, exportAnswers), handle(calls.exportAnswerPaper, exportPaper), handle(verifyFormCertificate, verifyCertificate)],
}

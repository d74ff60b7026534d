import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { masked } from '@assoc/contract'
import type { Platform } from '../platform'
import { TEXT_USES, type TextTemplate, type TextUse } from '../sms/sms'
import { defineConnector } from './connector'

// The connectors of the platform itself.

const fact = (label: string, value: string) => ({ label, value })
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
const TRIAL = '这是一条连接测试，由系统管理员在「系统管理 / 连接」中发出，请忽略。'

defineConnector({
  kind: 'mail',
  describe: ({ config, mail }) =>
    mail
      ? { state: 'on', provider: hostOf(config.smtpUrl) || 'SMTP', facts: [fact('发件人', config.mailFrom), fact('加密', config.smtpUrl.startsWith('smtps:') ? 'TLS' : 'STARTTLS（服务器支持时）')], hint: null }
      : { state: 'off', provider: '—', facts: [], hint: '邮件只留存在发件箱，不会发出。设置 SMTP_URL、MAIL_FROM 后重新启动。' },
  trialOf: ({ mail }, { email }) => (mail ? (email ? { says: `向您本人的邮箱 ${masked('email', email)} 发送一封测试邮件` } : { obstacle: '您没有登记邮箱，请先在个人中心填写' }) : null),
  async test({ mail, config }, { email, realName }) {
    if (!mail || !email) throw new Error('没有接入邮件服务，或您没有登记邮箱')
    await mail.send({ id: `trial-${randomUUID()}`, to: email, subject: '连接测试', text: `${realName}，您好：${TRIAL}${config.publicUrl ? `\n${config.publicUrl}` : ''}` })
    return '邮件服务器已接收，请查看您的邮箱'
  },
})

/** The template of a test: one of its own, else that of codes with a code that opens nothing. */
function trialTemplate({ sms }: Pick<Platform, 'sms'>): TextTemplate | null {
  const use = (['trial', 'code'] as const).find((name) => sms.templateOf(name) !== null)
  return use ? { code: sms.templateOf(use) ?? '', params: Object.fromEntries(TEXT_USES[use].map((name) => [name, '000000'])) } : null
}

defineConnector({
  kind: 'sms',
  describe({ config, sms }) {
    if (!config.sms) return { state: 'off', provider: '—', facts: [], hint: '短信只留存在发件箱，不会发出。设置 SMS_PROVIDER 及相关参数后重新启动。' }
    const missing = (Object.keys(TEXT_USES) as TextUse[]).filter((use) => !sms.sends(use))
    return {
      state: 'on',
      provider: sms.label,
      facts: [
        fact('地址', hostOf(config.sms.endpoint)),
        fact('账号', `${config.sms.keyId.slice(0, 4)}…`),
        fact('签名', config.sms.sign || '—'),
        fact('模板', [...config.sms.templates].map(([use, code]) => `${use}：${code}`).join('，') || '—'),
        fact('回执与回复', config.callbackSecret ? '已设置' : '未设置（MESSAGE_CALLBACK_SECRET）'),
      ],
      hint: missing.length > 0 ? `没有登记模板的短信不能发送：${missing.join('、')}` : null,
    }
  },
  trialOf: ({ sms }, { mobile }) => (sms.live ? (mobile ? { says: `向您本人的手机 ${masked('mobile', mobile)} 发送一条测试短信，并查询余额` } : { obstacle: '您没有登记手机号码，请先在个人中心填写' }) : null),
  async test(platform, { mobile }) {
    const { sms } = platform
    if (!sms.live || !mobile) throw new Error('没有接入短信服务，或您没有登记手机号码')
    await sms.send({ id: `trial-${randomUUID()}`, to: mobile, text: TRIAL, template: trialTemplate(platform) })
    const left = await sms.balance().catch(() => null)
    return `服务商已接收，请查看您的手机${left ? `；余额 ${left.amount} ${left.unit}` : ''}`
  },
})

/** Bytes that a test of the store writes. */
const TRIAL_BYTES = 64 * 1024

defineConnector({
  kind: 'files',
  describe: ({ config: { filesS3 } }) =>
    filesS3
      ? { state: 'on', provider: hostOf(filesS3.endpoint), facts: [fact('存储桶', `${filesS3.bucket}/${filesS3.prefix}`)], hint: null }
      : { state: 'local', provider: '本机文件夹', facts: [fact('位置', 'DATA_DIR/files')], hint: null },
  trialOf: () => ({ says: '写入一个文件，读回比对后删除' }),
  async test({ files }) {
    const bytes = randomBytes(TRIAL_BYTES)
    const { key } = await files.put(bytes)
    try {
      if (!bytes.equals(await buffer(files.read(key)))) throw new Error('读回的内容与写入的不一致')
    } finally {
      await files.remove(key)
    }
    return '写入、读回、删除均成功'
  },
})

defineConnector({
  kind: 'releases',
  describe: ({ config, releases }) => {
    const signing = fact('签名', releases.key ? '由本服务签名' : '只接受他处的签名')
    const s3 = config.releaseS3
    return s3 ? { state: 'on', provider: hostOf(s3.endpoint), facts: [fact('存储桶', `${s3.bucket}/${s3.prefix}`), fact('浏览器读取地址', s3.publicUrl), signing], hint: null } : { state: 'local', provider: '本机文件夹', facts: [signing], hint: null }
  },
  trialOf: () => ({ says: '读取发布清单' }),
  async test({ releases }) {
    const registry = await releases.store.registry()
    return registry ? '发布清单可以读取' : '可以访问，还没有发布清单'
  },
})

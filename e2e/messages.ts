import type { Page } from 'playwright-core'
import type { Console } from './harness'

/** Lays text templates that the provider has registered, by name. */
export async function registerTemplates(app: Console, templates: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(templates))
    await app.sql(`insert into message_template (channel, template_name, template_content, provider_code) values ('sms', $1, $2, 'SMS_' || left(md5($1), 8))`, [name, content])
}

/** Chooses a template where a text message is written; its words are put in. */
export async function chooseTemplate(page: Page, name: string): Promise<void> {
  // Of a long list only what is in sight is there: it is looked for by its name.
  await page.getByRole('combobox', { name: '模板' }).fill(name)
  await page.getByTitle(name, { exact: true }).click()
}

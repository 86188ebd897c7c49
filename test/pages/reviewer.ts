import type { Page } from 'playwright-core'
import { mailTo } from '../support/sign-offs.ts'
import type { SmtpServer } from '../support/smtp.ts'

/** Requests the code on the page of a reviewer, reads the mail, and enters it. */
export async function prove(page: Page, smtp: SmtpServer, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  const field = page.getByLabel('Code of six digits')
  await field.waitFor()
  await field.fill(await mailTo(smtp, email, /Code: (\d{6})/))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your decision' }).waitFor()
}

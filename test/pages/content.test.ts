/** @long it manages content in a browser. */
import { describe, expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aContent } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

describe('content', () => {
  whenVisible(
    'is written, reviewed by somebody else, and edited again: what was approved stays to be seen',
    async () => {
      const author = server.actor({ role: 'member' })
      await using own = await dashboardOf(windows, server.url, author)
      await goTo(own.page, 'Content')
      await own.page.getByText('No content matches. Write some for a campaign.').waitFor()
      await own.page.getByRole('button', { name: 'New content' }).click()
      const form = own.page.getByRole('dialog')
      await form.getByLabel('Title').fill('Summer greeting')
      await form.getByLabel('Text').fill('Come and see us.')
      await form.getByLabel('Type').selectOption('POST')
      await form.getByRole('button', { name: 'Save' }).click()
      await panel(own.page, 'Summer greeting').getByRole('button', { name: 'Move to In review' }).click()
      await own.page.getByText('Summer greeting: In review').waitFor()
      const id = new URL(own.page.url()).pathname.split('/')[2]

      await author.rest('PUT', `/api/content/${id}`, { body: 'Come and see us in June.' })
      await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
      const reviewer = server.actor({ organizationId: author.organizationId, role: 'manager' })
      await using visited = await dashboardOf(windows, server.url, reviewer)
      const { page } = visited
      await visit(page, `/content/${id}`)
      const about = panel(page, 'Summer greeting')
      await author.rest('PUT', `/api/content/${id}`, { body: 'Come and see us in June.' })
      await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })
      await about.getByText('Come and see us in June.').waitFor()
      await about.getByRole('button', { name: 'Move to Approved' }).click()
      await page.getByText('Summer greeting: Approved').waitFor()
      await about.getByText('Version 2, approved was version 2').waitFor()
      const versions = panel(page, 'Versions')
      await versions.getByText('Come and see us.', { exact: true }).waitFor()
      await versions.getByRole('button', { name: 'Restore version 1' }).click()
      await page.getByText('Version 1 was restored as a new one').waitFor()
      await about.getByText('Version 3, approved was version 2').waitFor()
      expect(await accessFaults(page, 'content')).toEqual([])
      const { body } = await author.rest('GET', `/api/content/${id}`)
      expect(body.data).toMatchObject({ body: 'Come and see us.', version: 3 })
    },
  )

  whenVisible('a change whose answer was lost takes effect again after it was reverted', async () => {
    const author = server.actor()
    const { id } = await aContent(author)
    await author.graphql(
      'mutation ($id: ID!) { commentOnContent(id: $id, version: 1, input: { text: "When?" }) { id } }',
      {
        id,
      },
    )
    await using visited = await dashboardOf(windows, server.url, author)
    const { page } = visited
    let lost = 0
    await page.route('**/graphql', async (route) => {
      if (!route.request().postDataJSON().query.includes('mutation ResolveContentComment') || lost++)
        return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await visit(page, `/content/${id}`)
    const [resolve, reopen] = ['Resolve', 'Reopen'].map((name) => panel(page, 'Comments').getByRole('button', { name }))
    await resolve?.click()
    await page.getByText('The server cannot be reached').waitFor()
    for (const button of [reopen, resolve]) await button?.click()
    await reopen?.waitFor()
    const RESOLVED = 'query ($id: ID!) { content(id: $id) { comments { nodes { resolvedAt } } } }'
    const { body } = await author.graphql(RESOLVED, { id })
    expect(body.data.content.comments.nodes).toEqual([{ resolvedAt: expect.any(String) }])
  })

  whenVisible('is commented on, and the comment resolved; it begins in another language', async () => {
    const author = server.actor()
    const { body } = await author.rest('POST', '/api/content', { title: 'Notice', type: 'POST', body: 'Hello' })
    await using visited = await dashboardOf(windows, server.url, author)
    const { page, complaints } = visited
    await visit(page, `/content/${body.data.id}`)
    const comments = panel(page, 'Comments')
    await comments.getByLabel('Comment on version 1').fill('Say <b>when</b>.')
    await comments.getByRole('button', { name: 'Save' }).click()
    await comments.getByText('Say <b>when</b>.').waitFor()
    await comments.getByRole('button', { name: 'Resolve' }).click()
    await comments.getByRole('button', { name: 'Reopen' }).waitFor()
    const languages = panel(page, 'Languages')
    const dialog = page.getByRole('dialog')
    await languages.getByRole('button', { name: 'Begin a translation' }).click()
    // A keyboard passes over languages on the way to the one that is meant.
    await dialog.getByLabel('Language').selectOption('af')
    await dialog.getByLabel('Language').selectOption('zu')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL((url) => !url.pathname.includes(body.data.id))
    await languages.getByText('English').waitFor()
    expect(await languages.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
    expect(complaints).toEqual([])
  })

  whenVisible('that is a template shows itself with its variables filled in', async () => {
    const author = server.actor()
    const template = {
      title: 'Hello {{name}}',
      type: 'EMAIL',
      body: 'Dear {{name}}',
      isTemplate: true,
      variables: ['name'],
    }
    const { body } = await author.rest('POST', '/api/content', template)
    await using visited = await dashboardOf(windows, server.url, author)
    const { page } = visited
    await visit(page, `/content/${body.data.id}`)
    const preview = panel(page, 'Preview of the template')
    await preview.getByRole('button', { name: 'Fill in' }).click()
    await preview.getByRole('link', { name: 'name is required' }).waitFor()
    await preview.getByLabel('name').fill('Zanele')
    await preview.getByRole('button', { name: 'Fill in' }).click()
    await preview.getByText('Dear Zanele').waitFor()
  })

  whenVisible('stays with its campaign when it is edited, however many campaigns come before it', async () => {
    const actor = server.actor()
    const ids = []
    for (let number = 0; number < 101; number++) ids.push((await aCampaign(actor, { name: `Z${1000 + number}` })).id)
    const campaignId = ids.at(-1)
    const { id } = await aContent(actor, { title: 'Greeting', campaignId })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await visit(page, `/content/${id}`)
    await panel(page, 'Greeting').getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Another greeting')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await panel(page, 'Another greeting').waitFor()
    expect((await actor.rest('GET', `/api/content/${id}`)).body.data.campaignId).toBe(campaignId)
  })

  whenVisible('offers a viewer nothing to change', async () => {
    const admin = server.actor()
    const { body } = await admin.rest('POST', '/api/content', { title: 'Notice', type: 'POST', body: 'Hello' })
    const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer' })
    await using visited = await dashboardOf(windows, server.url, viewer)
    const { page } = visited
    await visit(page, `/content/${body.data.id}`)
    await panel(page, 'Notice').waitFor()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    expect((await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')).body.data).toEqual([])
  })
})
